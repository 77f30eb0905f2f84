// Soft synthesized sounds: wood on wood, two notes for the own turn, ticks before the time is up.

import { sound } from "../settings/preferences.js";

/** A browser lets a page sound only after the first gesture. @type {AudioContext | null} */
let audio = null;

for (const gesture of ["pointerdown", "keydown"]) {
  addEventListener(gesture, () => {
    if (sound.value === "off") return;
    audio ??= new AudioContext();
    if (audio.state === "suspended") void audio.resume();
  });
}

/**
 * Notes as frequency, beginning and length in seconds.
 * @type {Record<string, readonly (readonly [number, number, number])[]>}
 */
const TUNES = {
  turn: [
    [523, 0, 0.25],
    [784, 0.13, 0.4],
  ],
  hurry: [[880, 0, 0.09]],
  end: [
    [392, 0, 0.3],
    [330, 0.2, 0.5],
  ],
  win: [
    [523, 0, 0.25],
    [659, 0.13, 0.25],
    [784, 0.26, 0.25],
    [1047, 0.39, 0.7],
  ],
};

/** @param {"tile" | "turn" | "hurry" | "end" | "win"} name */
export function playSound(name) {
  if (sound.peek() === "off" || audio?.state !== "running" || document.hidden) return;
  if (name === "tile") playKnock(audio);
  for (const [pitch, from, length] of TUNES[name] ?? []) playNote(audio, pitch, from, length);
}

/**
 * A bell-like note.
 * @param {AudioContext} on
 * @param {number} pitch
 * @param {number} from
 * @param {number} length
 */
function playNote(on, pitch, from, length) {
  const [tone, volume] = [on.createOscillator(), on.createGain()];
  const begin = on.currentTime + from;
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, begin);
  volume.gain.exponentialRampToValueAtTime(0.09, begin + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  tone.connect(volume).connect(on.destination);
  tone.start(begin);
  tone.stop(begin + length);
}

const KNOCK_SECONDS = 0.05;

/** A tile that is put down: noise that dies at once. @param {AudioContext} on */
function playKnock(on) {
  const noise = on.createBuffer(1, on.sampleRate * KNOCK_SECONDS, on.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1)
    samples[at] = (Math.random() * 2 - 1) * (1 - at / samples.length) ** 6;
  const [source, wood, volume] = [
    on.createBufferSource(),
    on.createBiquadFilter(),
    on.createGain(),
  ];
  source.buffer = noise;
  wood.type = "bandpass";
  wood.frequency.value = 1700 + 500 * Math.random();
  volume.gain.value = 0.5;
  source.connect(wood).connect(volume).connect(on.destination);
  source.start();
}
