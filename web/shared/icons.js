// Small line drawings for buttons, each in a square of 24.

import { html } from "./ui.js";

const PATHS = {
  undo: "M8 5L4 9l4 4M4 9h9a6 6 0 0 1 0 12h-3",
  redo: "M16 5l4 4-4 4M20 9h-9a6 6 0 0 0 0 12h3",
  box: "M4 9h16v11H4zM4 9l3-5h10l3 5M12 12v5M9.500 14.500L12 17l2.500-2.500",
  clear: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.500 11v5M13.500 11v5",
  reset: "M4 12a8 8 0 1 0 3-6.2M4 4v5h5",
  hint: "M9 18h6M10 21h4M8.5 15C7 14 6 12.200 6 10a6 6 0 0 1 12 0c0 2.200-1 4-2.500 5z",
  colour: "M4 7h8M4 12h8M4 17h8M17 5v14M14 16l3 3 3-3",
  number: "M5 6l2-1v6M4.500 14c3-2 5 1 0 5h4M17 5v14M14 16l3 3 3-3",
  alphabet: "M4 11l3.500-7L11 11M5.200 9h4.600M4.500 14h6l-6 6h6M17 5v14M14 16l3 3 3-3",
  mix: "M3 7h4l9 10h5M18 14l3 3-3 3M3 17h4l2-2.200M14 9.200L16 7h5M18 4l3 3-3 3",
  list: "M9 6h11M9 12h11M9 18h11M4 6h.500M4 12h.500M4 18h.500",
  sun:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2" +
    "M5 5l1.500 1.500M17.500 17.500L19 19M5 19l1.500-1.500M17.500 6.500L19 5",
  moon: "M20 14A8.500 8.500 0 0 1 10 4a8.500 8.500 0 1 0 10 10z",
  gear:
    "M4 7h10M18 7h2M4 17h2M10 17h10" +
    "M14 7a2 2 0 1 0 4 0 2 2 0 1 0-4 0M6 17a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
  help:
    "M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 17.500v.5" +
    "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18",
  swap: "M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4",
  menu:
    "M4 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0" +
    "M18 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0",
  door: "M14 4H5v16h9M10 12h11M17 8l4 4-4 4",
  flag: "M6 21V4M6 5c4-2 7 2 12 0v9c-5 2-8-2-12 0",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  close: "M6 6l12 12M18 6L6 18",
  bot: "M5 9h14v10H5zM12 5v4M9 13v2M15 13v2M12 4a1 1 0 1 0 0 2 1 1 0 0 0 0-2",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-5 4-7 8-7s8 2 8 7",
  check: "M5 13l5 5 9-11",
  book: "M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1zM12 6v14",
  print: "M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7z",
  first: "M6 5v14M18 6l-8 6 8 6z",
  back: "M16 6l-8 6 8 6z",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  forward: "M8 6l8 6-8 6z",
  last: "M18 5v14M6 6l8 6-8 6z",
  download: "M12 4v11M7 11l5 5 5-5M4 20h16",
  solve: "M4 12h5V8a2.500 2.500 0 1 1 4 0v4h7v8H4z",
  question: "M9 9a3 3 0 1 1 4.500 2.600C12.500 12.200 12 13 12 14.500M12 18v.500",
  learn: "M12 5L2 10l10 5 10-5zM6 12.500V17c3 3 9 3 12 0v-4.500M22 10v5",
  clock: "M12 5a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 9v4l3 2M9 2h6",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  pen: "M4 20l1-4L16 5l3 3L8 19zM13 8l3 3",
  eye: "M2 12c5-8 15-8 20 0-5 8-15 8-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  cup: "M7 4h10v6a5 5 0 0 1-10 0zM7 6H4v2a3 3 0 0 0 3 3M17 6h3v2a3 3 0 0 1-3 3M12 15v5M8 20h8",
};

/** @param {{name: keyof typeof PATHS}} props */
export function Icon({ name }) {
  return html`
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d=${PATHS[name]} />
    </svg>
  `;
}
