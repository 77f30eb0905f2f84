// Who won, by a line of the score sheet of either game.

/** @param {{why?: string, big: number}} line */
export const hasWon = ({ why, big }) => (why === undefined ? big > 0 : why === "won");
