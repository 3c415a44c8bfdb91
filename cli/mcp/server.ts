/**
 * The Model Context Protocol server of `evenhand mcp`: an assistant's door to the command line. stdout belongs
 * to the protocol.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { didYouMean, literal, show, validate, WITHIN } from '../../documents/index.ts'
import { ROOT, VERSION } from '../../engine/package.ts'
import { explain as explainError } from '../errors.ts'
import { Signals } from '../terminal/signals.ts'
import type { Call } from './command.ts'
import { TOOLS, type ToolAnswer } from './tools.ts'

/** Characters of an answer; what is longer is cut at a line. */
const ANSWER_MAX = 2_400

const INSTRUCTIONS = [
  'evenhand plays a board game against itself and says whether it is fair, what a rule change does, and which change meets a goal.',
  'A game is one JavaScript file in this folder. Its page "From rules text to game file" says how to write it: docs/guides/from-rules-to-game.md in the package.',
  'Order of work: check-game after every edit until it finds no error; play with random, then greedy, then mcts; rules for the keys that may change; compare for one change, tune for a goal.',
  'Every figure has its number of matches and a 95 % interval. Do not report a difference that the intervals do not show.',
].join('\n')

/** Serves until stdin ends or a signal comes. Only files below `folder` are read or written. */
export async function serveAssistant(folder: string): Promise<void> {
  process.env[WITHIN] = JSON.stringify([folder, ROOT])
  const server = new Server(
    { name: 'evenhand', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOLS.map(({ name, description, schema, writes }) => ({
      ...{ name, description },
      inputSchema: z.toJSONSchema(schema, { io: 'input' }) as { type: 'object' },
      annotations: { readOnlyHint: !writes, destructiveHint: false, openWorldHint: false },
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, _meta, sendNotification }) => {
    const token = _meta?.progressToken
    const onSeconds = (progress: number): void => {
      if (token === undefined) return
      const sent = { progressToken: token, progress, message: `${progress} s` }
      void sendNotification({ method: 'notifications/progress', params: sent }).catch(() => {})
    }
    const { text, isError = false } = await answerTo(params.name, params.arguments ?? {}, {
      signal,
      onSeconds,
    })
    return { content: [{ type: 'text', text: shortened(text) }], isError }
  })
  const closed = new Promise<void>(resolve => {
    server.onclose = resolve
  })
  const close = (): void => void server.close()
  const signals = new Signals(close, 'calls in progress')
  process.stdin.once('end', close)
  await server.connect(new StdioServerTransport())
  await closed
  signals.release()
}

/** Mistakes are answers that say what to change; an unknown tool is an error of the protocol. */
async function answerTo(name: string, args: unknown, call: Call): Promise<ToolAnswer> {
  const tool = TOOLS.find(one => one.name === name)
  if (!tool) {
    const names = TOOLS.map(one => one.name)
    throw new McpError(
      ErrorCode.InvalidParams,
      `found tool ${show(name)}, expected one of ${names.join(', ')}${didYouMean(name, names)}`,
    )
  }
  try {
    return await tool.answer(validate(tool.schema, [literal(args, name)]), call)
  } catch (error) {
    if (call.signal.aborted) throw error
    return { text: explainError(error), isError: true }
  }
}

function shortened(text: string): string {
  if (text.length <= ANSWER_MAX) return text
  const end = text.lastIndexOf('\n', ANSWER_MAX)
  const left = text.slice(end).trim().split('\n').length
  return `${text.slice(0, end > 0 ? end : ANSWER_MAX)}\n... ${left} more lines`
}
