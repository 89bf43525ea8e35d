/** Quiet sounds, made here; off unless somebody wants them. */

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let audio = null;

/** @type {Record<string, [frequency: number, seconds: number][]>} */
const SOUNDS = {
  move: [[392, 0.09]],
  own: [[330, 0.06], [494, 0.1]],
  refused: [[196, 0.14]],
  end: [[392, 0.1], [494, 0.1], [587, 0.2]],
};

/** @param {keyof typeof SOUNDS} name */
export function chime(name) {
  if (!settings.sounds) return;
  audio ??= new AudioContext();
  let at = audio.currentTime;
  for (const [frequency, seconds] of SOUNDS[name]) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.frequency.value = frequency;
    tone.type = "triangle";
    loudness.gain.setValueAtTime(0.08, at);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds * 0.8;
  }
}
