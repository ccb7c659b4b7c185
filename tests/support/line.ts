import { createServer, request, type Server } from "node:http";
import type { Socket } from "node:net";

/** What stands between a browser and its server: a line that can be cut in the middle of anything. */
export interface Line {
  url: string;
  /** While it is cut nothing comes through, and what was on its way is lost, on either side. */
  cut: boolean;
  /** The answer of the next request to this path is lost, though the server has it. */
  loseAnswerOf: string | null;
  /** The answer of the next request to this path comes halfway and stands still. */
  halfOf: string | null;
  /** How many stand so. */
  halves: number;
  /** They break off there. */
  breakHalves(): void;
  /** Where the server is now. */
  target: string;
  close(): Promise<void>;
}

export async function openLine(port: number): Promise<Line> {
  let standing: Socket[] = [];
  const front: Server = createServer((req, res) => {
    if (line.cut) return void req.socket.destroy();
    const { hostname, port: to } = new URL(line.target);
    const isLost = line.loseAnswerOf !== null && req.url?.startsWith(line.loseAnswerOf) === true;
    if (isLost) line.loseAnswerOf = null;
    const isHalf = line.halfOf !== null && req.url?.startsWith(line.halfOf) === true;
    if (isHalf) line.halfOf = null;
    const call = request(
      { host: hostname, port: to, path: req.url, method: req.method, headers: req.headers },
      (answer) => {
        if (isLost || line.cut) {
          answer.resume();
          return void req.socket.destroy();
        }
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        if (!isHalf) return void answer.pipe(res);
        answer.once("data", (piece: Buffer) => {
          res.write(piece.subarray(0, piece.length >> 1));
          answer.destroy();
          standing.push(req.socket);
          line.halves++;
        });
      },
    );
    call.on("error", () => req.socket.destroy());
    req.on("error", () => call.destroy());
    req.pipe(call);
  });
  const line: Line = {
    url: `http://localhost:${port}`,
    cut: false,
    loseAnswerOf: null,
    halfOf: null,
    halves: 0,
    breakHalves() {
      for (const socket of standing) socket.destroy();
      standing = [];
    },
    target: "",
    close: () =>
      new Promise((done) => {
        front.close(() => done());
        front.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => front.listen(port, "localhost", resolve));
  return line;
}
