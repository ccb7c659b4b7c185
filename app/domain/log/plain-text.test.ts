import { expect, it } from "vitest";
import { csvLine } from "../kernel/csv";
import { plainText } from "./plain-text";

const CODES = [
  [0x00, 0x08],
  [0x0b, 0x0c],
  [0x0e, 0x1f],
  [0x7f, 0x9f],
  [0x61c, 0x61c],
  [0x200b, 0x200b],
  [0x200e, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0xfeff, 0xfeff],
  [0xfff9, 0xfffb],
] as const;

it("shows every odd character as one, and an export drops the same", () => {
  for (const [first, last] of CODES)
    for (let code = first as number; code <= last; code++) {
      const odd = String.fromCharCode(code);
      expect(plainText(`a${odd}b`, 9), code.toString(16)).toBe("a\ufffdb");
      expect(csvLine([`a${odd}b`]), code.toString(16)).toBe('"ab"\r\n');
    }
  expect(plainText("a\u2028b\u2029c", 9)).toBe("a\ufffdb\ufffdc");
});

it("keeps what people write, and cuts what is too long", () => {
  expect(plainText("می\u200cشود\tx\r\ny", 99)).toBe("می\u200cشود x y");
  expect(plainText("a\r\nb\rc", 99, true)).toBe("a\nb\nc");
  expect(plainText("ab🚛", 3)).toBe("ab…");
});
