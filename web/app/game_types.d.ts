// Types that the protocol does not name: unions of both games, and news as the table reads them.

import type {
  GameNews,
  NumberReplay,
  NumberStep,
  NumberView,
  WordNews,
  WordReplay,
  WordStep,
  WordView,
} from "./protocol.js";

export type GameView = NumberView | WordView;
export type GameEvent = GameNews["events"][number] | WordNews["events"][number];
export type GameHeader = GameView["header"];
export type GameEdition = GameHeader["edition"];

/** The letters that jokers stand for, by tile. */
export type JokerLetters = Readonly<Record<string, string>>;

export interface NumberTableNews extends GameNews {
  letters?: undefined;
  lemmas?: undefined;
}

/** News of the word game with the field names of the number game. */
export interface WordTableNews extends Omit<WordNews, "faces" | "draft"> {
  faces: string[] | null;
  draft: number[][] | null;
  letters: JokerLetters;
  jokers: Record<string, string>;
  sums?: undefined;
}

export type TableNews = NumberTableNews | WordTableNews;

export type GameReplay = NumberReplay | WordReplay;
export type GameStep = NumberStep | WordStep;

/** An event of a form field. */
export type FieldEvent = Event & { currentTarget: HTMLInputElement };
