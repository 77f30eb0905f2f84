// The way to the server: greets it, numbers the requests, finds their answers, and comes back when
// it is lost.

/** @typedef {import("./texts.js").Problem} Problem */
/** @typedef {{type: string, id?: number | null, [field: string]: any}} Message */

/**
 * @typedef {object} Ears  what the rest of the page hears
 * @property {(message: Message) => void} heard  every message that is no answer
 * @property {(status: "connecting" | "open" | "lost", waitMs: number) => void} changed
 * @property {() => Promise<void>} greeted  after each welcome, also after coming back
 */

/**
 * @typedef {object} Keys  where the guest's secret is kept
 * @property {() => string | null} token
 * @property {(token: string | null) => void} keep
 * @property {() => string | null} name
 */

export const PROTOCOL = 1;
/** How long to wait before trying again. */
const RETRY_DELAYS_MS = [1000, 2000, 4000, 8000, 10_000];
/**
 * A request without an answer for so long means a dead line that the browser has not noticed yet.
 */
const ANSWER_TIMEOUT_MS = 15_000;

/** The server said no. */
export class Refused extends Error {
  /** @param {readonly Problem[]} problems */
  constructor(problems) {
    super(problems.map((problem) => problem.text).join("; "));
    this.problems = problems;
  }

  get code() {
    return this.problems[0]?.code ?? "";
  }
}

/** The line went dead before the answer came. */
export class ConnectionLost extends Error {}

export class Connection {
  /**
   * @param {string} url
   * @param {Ears} ears
   * @param {Keys} keys
   * @param {(url: string) => WebSocket} [open]
   */
  constructor(url, ears, keys, open = (address) => new WebSocket(address)) {
    this.url = url;
    this.ears = ears;
    this.keys = keys;
    this.open = open;
    /** Add this to the own clock to get the server's. */
    this.offset = 0;
    this.greeted = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    /**
     * @type {Map<number, {resolve: (message: Message) => void, reject: (error: Error) => void,
     *   timer: number}>}
     */
    this.waiting = new Map();
    this.next = 1;
    this.tries = 0;
    /** @type {number | undefined} */
    this.retry = undefined;
  }

  /** Connect, and stay connected from now on. */
  start() {
    clearTimeout(this.retry);
    this.ears.changed("connecting", 0);
    const socket = this.open(this.url);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(
        JSON.stringify({
          type: "Hello",
          protocol: PROTOCOL,
          token: this.keys.token(),
          name: this.keys.name(),
        }),
      );
    };
    socket.onmessage = (event) => this.#receiveMessage(JSON.parse(event.data));
    socket.onclose = () => this.#handleClose(socket);
  }

  /** Do not wait any longer: the network is back, or the person looks again. */
  reconnectNow() {
    if (this.socket === null) this.start();
  }

  /** The server's time in milliseconds. */
  getServerTime() {
    return Date.now() + this.offset;
  }

  /**
   * Send a request, and wait for its answer.
   * @param {string} type
   * @param {object} [fields]
   * @returns {Promise<Message>}
   */
  request(type, fields = {}) {
    const { socket } = this;
    if (!this.greeted || socket?.readyState !== 1) return Promise.reject(new ConnectionLost());
    const id = this.next++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => socket.close(), ANSWER_TIMEOUT_MS);
      this.waiting.set(id, { resolve, reject, timer });
      socket.send(JSON.stringify({ type, id, ...fields }));
    });
  }

  /** @param {Message} message */
  #receiveMessage(message) {
    if (message.type === "Welcome") {
      this.#acceptWelcome(message);
      return;
    }
    if (!this.greeted && message.type === "Refusal") {
      // Known to another server, or to this one before its folder was emptied: come as somebody
      // new.
      if (message.problems[0]?.code === "unknown_token") this.keys.keep(null);
      else this.ears.heard(message);
      return;
    }
    const asked = typeof message.id === "number" ? this.waiting.get(message.id) : undefined;
    if (asked === undefined) {
      this.ears.heard(message);
      return;
    }
    this.waiting.delete(/** @type {number} */ (message.id));
    clearTimeout(asked.timer);
    if (message.type === "Refusal") asked.reject(new Refused(message.problems));
    else asked.resolve(message);
  }

  /** @param {Message} message */
  #acceptWelcome(message) {
    if (message.token) this.keys.keep(message.token);
    this.syncClock(message.now);
    this.greeted = true;
    this.tries = 0;
    this.ears.heard(message);
    this.ears.changed("open", 0);
    void this.ears.greeted();
  }

  /** Take over the server's clock. @param {number} now */
  syncClock(now) {
    this.offset = now - Date.now();
  }

  /** @param {WebSocket} socket */
  #handleClose(socket) {
    if (socket !== this.socket) return;
    this.socket = null;
    this.greeted = false;
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(new ConnectionLost());
    }
    this.waiting.clear();
    const wait = RETRY_DELAYS_MS[Math.min(this.tries, RETRY_DELAYS_MS.length - 1)] ?? 0;
    this.tries += 1;
    this.ears.changed("lost", wait);
    this.retry = setTimeout(() => this.start(), wait);
  }
}
