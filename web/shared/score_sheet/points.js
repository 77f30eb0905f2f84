// Points as people read them.

import { getLanguage } from "../../app/texts.js";

/** @typedef {number | string} Points  whole, or an exact fraction as "27/2" */

/** Return points as a number: "27/2" is 13.5. @param {Points} points */
export function pointsToNumber(points) {
  const [top, bottom = 1] = String(points).split("/").map(Number);
  return (top ?? 0) / bottom;
}

/** Format points with their sign: "+13.5", "−40", "0". @param {Points} points */
export function formatPoints(points) {
  return new Intl.NumberFormat(getLanguage(), {
    signDisplay: "exceptZero",
    maximumFractionDigits: 2,
  })
    .format(pointsToNumber(points))
    .replace("-", "−");
}
