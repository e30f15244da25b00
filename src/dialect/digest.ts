/** 128 bits of a text in hexadecimal, from four lanes of FNV-1a: the same text gives the same digits on every machine. */
export function digest(text: string): string {
  const lanes = [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b];
  for (let at = 0; at < text.length; at += 1) {
    for (let lane = 0; lane < 4; lane += 1) {
      lanes[lane] = Math.imul(lanes[lane]! ^ (text.charCodeAt(at) + lane * 131), 0x01000193 + 2 * lane);
    }
  }
  return lanes.map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}
