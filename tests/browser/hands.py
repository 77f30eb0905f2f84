"""Three ways to use the page: mouse, touch, keys. All of it is real input, nothing a script."""

from __future__ import annotations

from itertools import count
from typing import Protocol

from playwright.sync_api import CDPSession, Locator, Page, expect

STEPS = 3
"""Events of a drag between its ends."""
MAX_TABS = 80

WAIT_FOR_ANIMATIONS = """() => Promise.all(document.getAnimations()
  .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
  .map((one) => one.finished.catch(() => null)))"""

FIND_CENTRE = """(element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2, width];
}"""

SCROLL_INTO_VIEW = f"""async (element) => {{
  element.scrollIntoView({{ block: "nearest", inline: "nearest" }});
  await ({WAIT_FOR_ANIMATIONS})();
  return ({FIND_CENTRE})(element);
}}"""
"""Where an element is, once it is in sight and nothing moves by itself."""

FIND_WAY = """(wanted) => {
  const from = document.activeElement;
  const regionOf = (one) => one.closest("[data-region]");
  if (from === wanted) return { there: true };
  const after = Boolean(from.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_FOLLOWING);
  const region = regionOf(wanted);
  if (!region || regionOf(from) !== region || !from.matches("[data-nav]")) return { after };
  const all = [...region.querySelectorAll("[data-nav]")];
  const ahead = (all.indexOf(wanted) - all.indexOf(from) + all.length) % all.length;
  return { after, steps: ahead <= all.length / 2 ? ahead : ahead - all.length };
}"""
"""How the focus gets to an element: is it there, by how many arrows, or which way to tab."""


def find_tile(page: Page, number: int) -> Locator:
    """A tile, wherever it lies."""
    return page.locator(f'[data-tile="{number}"]')


class Hands(Protocol):
    """What somebody does with a page."""

    def press(self, target: Locator) -> None:
        """Press a button or a link."""
        ...

    def choose(self, radio: Locator) -> None:
        """Choose a radio button."""
        ...

    def move_to_new_set(self, number: int) -> None:
        """Put a tile on the table, as the beginning of a set."""
        ...

    def move_to_set_of(self, number: int, other: int) -> None:
        """Put a tile into the set of another, which is the last in it."""
        ...


class MouseHands:
    """Clicks, and drags every tile."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, target: Locator) -> None:
        target.click()

    def choose(self, radio: Locator) -> None:
        radio.locator("xpath=..").click()

    def move_to_new_set(self, number: int) -> None:
        self.drag(number, self.page.locator(".new-set"), 0.5)

    def move_to_set_of(self, number: int, other: int) -> None:
        self.drag(number, find_tile(self.page, other), 0.85)

    def drag(self, number: int, target: Locator, across: float) -> None:
        x, y, to_x, to_y = find_drag_ends(self.page, number, target, across)
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(to_x, to_y, steps=STEPS)
        mouse.up()


class TouchHands:
    """Taps, and drags every second tile; the others go by tapping them and then their place."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.finger: CDPSession = page.context.new_cdp_session(page)
        self.moves = count()

    def press(self, target: Locator) -> None:
        target.tap()

    def choose(self, radio: Locator) -> None:
        self.press(radio.locator("xpath=.."))

    def move_to_new_set(self, number: int) -> None:
        self._move(number, self.page.locator(".new-set"), 0.5)

    def move_to_set_of(self, number: int, other: int) -> None:
        self._move(number, find_tile(self.page, other), 0.85)

    def _move(self, number: int, target: Locator, across: float) -> None:
        if next(self.moves) % 2:
            self.drag(number, target, across)
        else:
            chosen = find_tile(self.page, number)
            self._tap(chosen)
            expect(chosen).to_have_attribute("aria-pressed", "true")  # as a person would see first
            self._tap(target)

    def _tap(self, target: Locator) -> None:
        x, y, _ = target.evaluate(SCROLL_INTO_VIEW)
        self.page.touchscreen.tap(x, y)

    def drag(self, number: int, target: Locator, across: float) -> None:
        x, y, to_x, to_y = find_drag_ends(self.page, number, target, across)
        self._touch("touchStart", (x, y))
        for step in range(1, STEPS + 1):
            part = step / STEPS
            self._touch("touchMove", (x + (to_x - x) * part, y + (to_y - y) * part))
        self._touch("touchEnd")

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        touching = [{"x": x, "y": y} for x, y in points]
        self.finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touching})


class KeyHands:
    """Tab, arrows and Enter, and nothing else."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, target: Locator) -> None:
        self.focus(target)
        self.page.keyboard.press("Enter")

    def choose(self, radio: Locator) -> None:
        name = radio.get_attribute("name")
        group = self.page.locator(f'input[name="{name}"]')
        self.focus(self.page.locator(f'input[name="{name}"]:checked'))
        for _ in range(group.count()):
            if radio.is_checked():
                return
            self.page.keyboard.press("ArrowRight")
        assert radio.is_checked()

    def move_to_new_set(self, number: int) -> None:
        self.press(find_tile(self.page, number))
        self.press(self.page.locator(".new-set"))

    def move_to_set_of(self, number: int, other: int) -> None:
        self.press(find_tile(self.page, number))
        self.press(find_tile(self.page, other))

    def focus(self, target: Locator) -> None:
        """Bring the focus there as a person without a mouse would."""
        for _ in range(MAX_TABS):
            way = target.evaluate(FIND_WAY)
            if way.get("there"):
                return
            if steps := way.get("steps"):
                for _ in range(abs(steps)):
                    self.page.keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")
            else:
                self.page.keyboard.press("Tab" if way["after"] else "Shift+Tab")
        raise AssertionError(f"no key leads to {target}")


def find_drag_ends(page: Page, number: int, target: Locator, across: float) -> tuple[float, ...]:
    """Return where a drag begins and where it ends, once nothing moves by itself."""
    target.evaluate(SCROLL_INTO_VIEW)
    x, y = find_tile(page, number).evaluate(SCROLL_INTO_VIEW)[:2]
    left, middle, width = target.evaluate(FIND_CENTRE)
    return x, y, left + width * (across - 0.5), middle
