/** `evenhand mcp`: tools for a coding assistant, by the Model Context Protocol on stdin and stdout. */
import type { Declaration } from '../options/declare.ts'

export const declaration: Declaration = {
  usage: [
    'mcp',
    'Gives a coding assistant tools over the Model Context Protocol, on stdin and stdout: check a game file, play, compare, ' +
      'tune, read a run, list rules, explain a figure. It reads and writes files only in the current folder, but a game file is code and can do anything. ' +
      'Your assistant starts it: {"mcpServers": {"evenhand": {"command": "npx", "args": ["evenhand", "mcp"]}}}',
  ],
  examples: [['mcp', 'what an assistant starts in the folder of your game']],
  handler: async () => {
    const { serveAssistant } = await import('../mcp/server.ts')
    await serveAssistant(process.cwd())
  },
}
