/* A tone and a vibration when something was taken, for who does not see it; iOS has no vibration. */
let context = null;

/** In a tap, or browsers stay silent. */
export function prepare() {
  context ??= window.AudioContext && new AudioContext();
  context?.resume().catch(() => {});
}

/** @param pitch in hertz: 660 begins, 880 ends. */
export function taken(pitch) {
  navigator.vibrate?.(60);
  if (context?.state !== "running") return;
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.frequency.value = pitch;
  volume.gain.value = 0.1;
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + 0.15);
}
