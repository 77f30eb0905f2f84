// What the server writes above the worker.
declare const VERSION: string;
declare const BASE_PATH: string;
declare const FILES: string[];
