// Finds people by what somebody types.

/**
 * Letters without their marks, so that a name is found however it is typed.
 * @param {string} text
 */
function normaliseForSearch(text) {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ł", "l")
    .replaceAll("đ", "d")
    .replaceAll("ø", "o")
    .replaceAll("ß", "ss");
}

/**
 * Those whose name or class has all the words.
 * @template {{name: string, group: string}} T
 * @param {readonly T[]} people
 * @param {string} typed
 * @returns {T[]}
 */
export function filterPeopleByText(people, typed) {
  const wanted = normaliseForSearch(typed).split(/\s+/).filter(Boolean);
  return people.filter(({ name, group }) => {
    const text = normaliseForSearch(`${name} ${group}`);
    return wanted.every((word) => text.includes(word));
  });
}
