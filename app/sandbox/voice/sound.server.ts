/**
 * Sound as the telephone network carries it: G.711 µ-law, 8,000 samples a second in packets of 20 ms. What a simulated
 * telephone says is a tone; what it hears is measured.
 */
export const PACKET_MS = 20;
export const PACKET_SAMPLES = 160;
const RATE = 8_000;
const BIAS = 132;
const CLIP = 32_635;

/** One end of a line: takes packets, and gives its own to whoever listens. */
export interface Sound {
  /** To this end. */
  hear(packet: Buffer): void;
  /** From this end; null for nobody. */
  listener: ((packet: Buffer) => void) | null;
}

export function mulaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(CLIP, Math.abs(sample)) + BIAS;
  let exponent = 7;
  for (let mask = 0x4000; (magnitude & mask) === 0 && exponent > 0; mask >>= 1) exponent--;
  return ~(sign | (exponent << 4) | ((magnitude >> (exponent + 3)) & 15)) & 255;
}

export function unmulaw(byte: number): number {
  const bits = ~byte & 255;
  const value = (((bits & 15) << 3) + BIAS) << ((bits >> 4) & 7);
  return bits & 0x80 ? BIAS - value : value - BIAS;
}

/** How loud a packet is: 0 for silence, some 8,500 for a full tone. */
export function loudness(packet: Buffer): number {
  let energy = 0;
  for (const byte of packet) energy += unmulaw(byte) ** 2;
  return packet.length === 0 ? 0 : Math.sqrt(energy / packet.length);
}

/** A tone's n-th packet. */
export function tone(hz: number, nth: number, volume = 12_000): Buffer {
  const packet = Buffer.alloc(PACKET_SAMPLES);
  for (let i = 0; i < PACKET_SAMPLES; i++)
    packet[i] = mulaw(Math.round(volume * Math.sin((2 * Math.PI * hz * (nth * PACKET_SAMPLES + i)) / RATE)));
  return packet;
}

/** Packets as a file that every browser plays. */
export function wav(packets: readonly Buffer[]): Buffer {
  const sound = Buffer.concat(packets);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + sound.length * 2, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(sound.length * 2, 40);
  const samples = Buffer.alloc(sound.length * 2);
  sound.forEach((byte, i) => samples.writeInt16LE(unmulaw(byte), i * 2));
  return Buffer.concat([head, samples]);
}

/** Connects two ends; what each says the other hears. */
export function connect(one: Sound, other: Sound): void {
  one.listener = (packet) => other.hear(packet);
  other.listener = (packet) => one.hear(packet);
}

export function disconnect(...ends: Sound[]): void {
  for (const end of ends) end.listener = null;
}
