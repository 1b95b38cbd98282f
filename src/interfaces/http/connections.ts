import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of a server. */
export interface Connections {
  /** Whether an answer can be written to it as bytes without running into another answer. */
  isFree(socket: Socket): boolean;
  /** Closes idle connections now, and the others as soon as they are idle. */
  closeQuiet(): void;
}

/**
 * Watches the connections of a server. Node's own list of idle ones leaves out those that have never sent
 * anything, such as browsers open beforehand, and a server that closes would wait for them.
 */
export function watchConnections(server: Server): Connections {
  /** Each with its latest answer; answers of one connection are given in order. */
  const answers = new Map<Socket, ServerResponse | undefined>();
  let closing = false;

  server.on('connection', (socket: Socket) => {
    answers.set(socket, undefined);
    socket.on('close', () => answers.delete(socket));
  });
  server.on('request', ({ socket }, answer: ServerResponse) => {
    answers.set(socket, answer);
    answer.once('close', () => {
      if (closing) socket.destroySoon();
    });
  });
  return {
    isFree(socket) {
      const answer = answers.get(socket);
      if (answer === undefined) return true;
      return answer.req.complete ? answer.writableFinished : !answer.headersSent;
    },
    closeQuiet() {
      closing = true;
      for (const [socket, answer] of answers) {
        if (answer === undefined || answer.writableFinished) socket.destroySoon();
      }
    },
  };
}
