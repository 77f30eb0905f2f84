// The WebSocket connection: says hello, numbers requests, matches answers, and reconnects.

/** @typedef {import("./protocol.js").Problem} Problem */
/** @typedef {import("./protocol.js").ServerMessage} ServerMessage */
/** @typedef {import("./protocol.js").Welcome} Welcome */
/** @typedef {import("./protocol.js").Request["type"]} RequestType */

/**
 * @typedef {object} ConnectionListener
 * @property {(message: ServerMessage) => void} onMessage  every message that is not an answer
 * @property {(status: "connecting" | "open" | "lost", retryMs: number) => void} onStatus
 * @property {() => Promise<void>} onReady  after every welcome, also after reconnecting
 */

/**
 * @typedef {object} GuestStore  where the guest's token and name are stored
 * @property {() => string | null} loadToken
 * @property {(token: string | null) => void} saveToken
 * @property {() => string | null} loadName
 */

/**
 * @typedef {object} PendingRequest
 * @property {(message: ServerMessage) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {number} timer
 */

export const PROTOCOL = 1;
const RETRY_DELAYS_MS = [250, 1000, 2000, 4000, 8000, 10_000];
/** So that not everybody comes back at the same moment. */
const JITTER_MS = 200;
/** How often the time that the server has named is believed, one try after the other. */
const MAX_NAMED_DELAYS = 5;
/** A connection that lasted this long was a good one: the delays start again. */
const STABLE_MS = 5000;
/** A request unanswered for this long means a dead connection the browser has not noticed. */
const ANSWER_TIMEOUT_MS = 15_000;

/** The server refused a request. */
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

/** The connection was lost before the answer came. */
export class ConnectionLost extends Error {}

export class Connection {
  /**
   * @param {string} url
   * @param {ConnectionListener} listener
   * @param {GuestStore} guestStore
   * @param {(url: string) => WebSocket} [open]
   */
  constructor(url, listener, guestStore, open = (address) => new WebSocket(address)) {
    this.url = url;
    this.listener = listener;
    this.guestStore = guestStore;
    this.open = open;
    /** Server time minus local time, in milliseconds. */
    this.clockOffset = 0;
    this.isReady = false;
    /** The room for which connections are opened: a node that has another one passes them on. */
    this.room = "";
    /** Whether several nodes share the work. */
    this.isRouted = false;
    /** When the server wants us back. @type {number | null} */
    this.namedDelay = null;
    this.readySince = Infinity;
    /** Those who wait for a connection to another room. @type {(() => void)[]} */
    this.waiting = [];
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<number, PendingRequest>} */
    this.pending = new Map();
    this.nextId = 1;
    this.failedTries = 0;
    /** @type {number | undefined} */
    this.retryTimer = undefined;
  }

  /** Connect, and reconnect whenever the connection is lost. */
  start() {
    clearTimeout(this.retryTimer);
    if (!this.waiting.length) this.listener.onStatus("connecting", 0);
    const socket = this.open(this.room ? `${this.url}?room=${this.room}` : this.url);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(
        JSON.stringify({
          type: "Hello",
          protocol: PROTOCOL,
          token: this.guestStore.loadToken(),
          name: this.guestStore.loadName(),
        }),
      );
    };
    socket.onmessage = (event) => this.#receiveMessage(JSON.parse(event.data));
    socket.onclose = () => this.#handleClose(socket);
  }

  /** Skip the retry delay: the network is back, or the page is visible again. */
  reconnectNow() {
    if (this.socket === null) this.start();
  }

  /**
   * Open the connection for a room before it is entered or created. With one node any will do.
   * @param {string} room  its code
   * @returns {Promise<void>}
   */
  openForRoom(room) {
    const isRight = !this.isRouted || room === this.room;
    this.room = room;
    if (isRight || !this.socket) return Promise.resolve();
    const { socket } = this;
    this.#forgetSocket();
    socket.close();
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.start();
    });
  }

  /** Return the server's time in milliseconds. */
  getServerTime() {
    return Date.now() + this.clockOffset;
  }

  /**
   * Send a request and wait for its answer.
   * @param {RequestType} type
   * @param {object} [fields]
   * @returns {Promise<ServerMessage>}
   */
  request(type, fields = {}) {
    const { socket } = this;
    if (!this.isReady || socket?.readyState !== 1) return Promise.reject(new ConnectionLost());
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => socket.close(), ANSWER_TIMEOUT_MS);
      this.pending.set(id, { resolve, reject, timer });
      socket.send(JSON.stringify({ type, id, ...fields }));
    });
  }

  /** @param {ServerMessage} message */
  #receiveMessage(message) {
    if (message.type === "Welcome") {
      this.#acceptWelcome(message);
      return;
    }
    if (!this.isReady && message.type === "Refusal") {
      // The token is from another server, or this one lost its data: come back as a new guest.
      if (message.problems[0]?.code === "unknown_token") this.guestStore.saveToken(null);
      else this.listener.onMessage(message);
      return;
    }
    if (message.type === "GoodBye") this.namedDelay = message.retry_ms;
    const id = "id" in message ? message.id : null;
    const request = id === null ? undefined : this.pending.get(id);
    if (id === null || request === undefined) {
      this.listener.onMessage(message);
      return;
    }
    this.pending.delete(id);
    clearTimeout(request.timer);
    if (message.type === "Refusal") request.reject(new Refused(message.problems));
    else request.resolve(message);
  }

  /** @param {Welcome} welcome */
  #acceptWelcome(welcome) {
    if (welcome.token) this.guestStore.saveToken(welcome.token);
    this.syncClock(welcome.now);
    this.isReady = true;
    this.isRouted = welcome.routed;
    this.readySince = Date.now();
    this.listener.onMessage(welcome);
    this.#endWaiting();
    this.listener.onStatus("open", 0);
    void this.listener.onReady();
  }

  #endWaiting() {
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Follow the server's clock. @param {number} now */
  syncClock(now) {
    this.clockOffset = now - Date.now();
  }

  /** @param {WebSocket} socket */
  #handleClose(socket) {
    if (socket !== this.socket) return;
    if (Date.now() - this.readySince > STABLE_MS) this.failedTries = 0;
    this.#forgetSocket();
    this.#endWaiting();
    const { failedTries, namedDelay } = this;
    const delay =
      namedDelay !== null && failedTries < MAX_NAMED_DELAYS
        ? namedDelay + Math.random() * JITTER_MS
        : (RETRY_DELAYS_MS[Math.min(failedTries, RETRY_DELAYS_MS.length - 1)] ?? 0);
    this.namedDelay = null;
    this.failedTries += 1;
    this.listener.onStatus("lost", delay);
    this.retryTimer = setTimeout(() => this.start(), delay);
  }

  #forgetSocket() {
    this.socket = null;
    this.isReady = false;
    this.readySince = Infinity;
    for (const { reject, timer } of this.pending.values()) {
      clearTimeout(timer);
      reject(new ConnectionLost());
    }
    this.pending.clear();
  }
}
