/** The options of `evenhand replay`: which matches to show, and how. */
import { InputError } from '../../documents/index.ts'
import { type Args, integer, text } from './values.ts'

/** Where `--html` writes the page if no file follows. */
export const DEFAULT_PAGE = 'match.html'

export interface ReplayFlags {
  readonly list: boolean
  readonly brief: boolean
  readonly json: boolean
  readonly labels: boolean
  /** The file for a page. */
  readonly html?: string | undefined
  readonly open: boolean
  readonly record?: number | undefined
  readonly pick?: string | undefined
  readonly block?: number | undefined
  readonly rotation?: number | undefined
  readonly cell?: number | undefined
}

/** Throws an InputError for options that exclude or need each other. */
export function readReplayFlags(args: Args): ReplayFlags {
  const options: ReplayFlags = {
    list: args.list === true,
    brief: args.brief === true,
    json: args.json === true,
    labels: args.labels === true,
    html: text(args, 'html') || (args.html === '' || args.open === true ? DEFAULT_PAGE : undefined),
    open: args.open === true,
    record: integer(args, 'record', 1, Number.MAX_SAFE_INTEGER),
    pick: text(args, 'pick'),
    block: integer(args, 'block', 0, Number.MAX_SAFE_INTEGER),
    rotation: integer(args, 'rotation', 0, Number.MAX_SAFE_INTEGER),
    cell: integer(args, 'cell', 1, Number.MAX_SAFE_INTEGER),
  }
  const { list, brief, html, json, labels, pick, block, rotation } = options
  if (labels && !json) throw new InputError('--labels', 'needs --json')
  if ([list, brief, json].filter(Boolean).length > 1)
    throw new InputError(
      list ? '--list' : '--brief',
      `can't be combined with ${list && brief ? '--brief' : '--json'}`,
    )
  if (html !== undefined && (list || brief || json))
    throw new InputError('--html', "can't be combined with --list, --brief or --json")
  if (pick !== undefined && block !== undefined)
    throw new InputError('--pick', "can't be combined with --block")
  if (rotation !== undefined && block === undefined) throw new InputError('--rotation', 'needs --block')
  return options
}

/** Throws an InputError for options of a run with a file, and the other way round. */
export function refuseOthers(options: ReplayFlags, isRun: boolean): void {
  const others: readonly (keyof ReplayFlags)[] = isRun ? ['record'] : ['pick', 'block', 'cell']
  for (const name of others)
    if (options[name] !== undefined)
      throw new InputError(
        `--${name}`,
        isRun
          ? 'is for record files; for a run, use --pick or --block'
          : 'is for runs, expected the folder of a run',
      )
  if (isRun && options.html !== undefined && options.pick === undefined && options.block === undefined)
    throw new InputError('--html', 'needs a match: --pick or --block')
}
