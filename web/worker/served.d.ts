// What the server writes above the worker.
declare const VERSION: string;
declare const FILES: string[];
