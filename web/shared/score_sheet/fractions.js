// Exact fractions.

/** Return the largest number that divides both. @param {number} a @param {number} b */
export function findCommonDivisor(a, b) {
  let [larger, smaller] = [a, b];
  while (smaller) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
