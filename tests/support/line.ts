import { createServer, request, type Server } from "node:http";

/** What stands between a browser and its server: a line that can be cut in the middle of anything. */
export interface Line {
  url: string;
  /** While it is cut nothing comes through, and what was on its way is lost, on either side. */
  cut: boolean;
  /** The answer of the next request to this path is lost, though the server has it. */
  loseAnswerOf: string | null;
  /** Where the server is now. */
  target: string;
  close(): Promise<void>;
}

export async function openLine(port: number): Promise<Line> {
  const front: Server = createServer((req, res) => {
    if (line.cut) return void req.socket.destroy();
    const { hostname, port: to } = new URL(line.target);
    const isLost = line.loseAnswerOf !== null && req.url?.startsWith(line.loseAnswerOf) === true;
    if (isLost) line.loseAnswerOf = null;
    const call = request(
      { host: hostname, port: to, path: req.url, method: req.method, headers: req.headers },
      (answer) => {
        if (isLost || line.cut) {
          answer.resume();
          return void req.socket.destroy();
        }
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
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
