import { DisposableStore } from '../../core/lifecycle.ts';
import type { Contribution } from '../contribution.ts';

/** Names the file to write the connection to, for scripts that start the editor and drive it. */
const variable = 'CHIPBOARD_CONNECTION_FILE';

/**
 * Where the environment names a file, starts the MCP server with the window and writes there how to reach it: one line
 * of JSON, `{"mcp": url, "token": token}`, readable by this user only.
 */
export const connectionFileContribution: Contribution = {
  name: 'Connection file',
  register({ endpoint, log, running }) {
    const file = process.env[variable];
    if (file !== undefined && file !== '') {
      endpoint
        .connect()
        .then(({ url, token }) =>
          running.get().writePrivate(file, `${JSON.stringify({ mcp: url, token })}\n`),
        )
        .catch((cause: unknown) => {
          log.error('The connection file could not be written.', cause);
        });
    }
    return new DisposableStore();
  },
};
