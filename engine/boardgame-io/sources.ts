/** Where arguments of moves come from: indexes, keys, ids and values in G, as far as a player sees it. */
import type { Slot } from './signature.ts'

/** A key of G; one's own entry in a table or a list by players; or every entry. */
type Step = { readonly key: string } | 'own' | 'every'
type Path = readonly Step[]

/** Sources of the same kind in the order of plausibility. */
const KINDS = [
  'index',
  'field',
  'member',
  'key',
  'player',
  'playerNumber',
  'text',
  'amount',
  'digit',
  'element',
  'flag',
  'null',
] as const

export interface ValueSource {
  readonly id: string
  readonly kind: (typeof KINDS)[number]
  /** As people read it: "index of G.cells". */
  readonly label: string
  /** JavaScript for the list of its values, with G, ctx and playerID; it may call the functions of HELPERS. */
  readonly code: string
  /** The last key of its path, with `[]` for a list in it. */
  readonly name: string
  readonly field: string
  /** Whether the values at these fields and in these lists are numbers. */
  readonly holdsNumbers: boolean
  readonly values: (G: unknown, numPlayers: number, playerID: string) => readonly unknown[]
}

/** JavaScript functions that the code of sources calls. */
export const HELPERS: Readonly<
  Record<string, { readonly params: readonly string[]; readonly code: string }>
> = {
  indexes: { params: ['list'], code: '[...(list ?? []).keys()]' },
  upTo: { params: ['most'], code: 'Array.from({ length: (most ?? -1) + 1 }, (_, n) => n)' },
  every: { params: ['table', 'of'], code: 'Object.values(table ?? {}).flatMap(part => of(part) ?? [])' },
  distinct: {
    params: ['list'],
    code: '[...new Set(list)].filter(value => value !== null && value !== undefined)',
  },
}

const DEPTH_MAX = 6
const SOURCES_MAX = 400
/** Entries of a list that are looked into, and keys of a table that stand for themselves. */
const ENTRIES_MAX = 12
const KEYS_MAX = 40
/** The highest number of which all numbers below are tried. */
const AMOUNT_MAX = 100
const DIGITS = 10

/** The sources that a view of G has, by their id, added to those known. */
export function collectSources(known: Map<string, ValueSource>, G: unknown, numPlayers: number): void {
  const isByPlayer = (table: object): boolean => {
    const keys = Object.keys(table)
    if (Array.isArray(table)) return table.length === numPlayers
    return keys.length > 0 && keys.every(key => /^\d$/.test(key) && Number(key) < numPlayers)
  }
  const add = (kind: ValueSource['kind'], path: Path, field = '', holdsNumbers = false): void => {
    const source = sourceOf(kind, path, field, holdsNumbers)
    if (known.size < SOURCES_MAX && !known.has(source.id)) known.set(source.id, source)
  }
  const visit = (value: unknown, path: Path): void => {
    if (typeof value === 'number' && !path.includes('every') && path.length > 0) add('amount', path)
    if (typeof value !== 'object' || value === null || path.length > DEPTH_MAX) return
    const isList = Array.isArray(value)
    const parts = isList ? value : sortedKeys(value).map(key => (value as Record<string, unknown>)[key])
    const tables = parts.filter(part => typeof part === 'object' && part !== null)
    if (isList) add('index', path)
    else if (path.length > 0) add('key', path)
    const plain = parts.find(part => typeof part === 'string' || (isList && typeof part === 'number'))
    if (plain !== undefined) add('member', path, '', typeof plain === 'number')
    const isTable = tables.length > 0 && tables.length === parts.filter(part => part !== null).length
    if (isByPlayer(value) && path.length > 0) {
      for (const part of parts.slice(0, ENTRIES_MAX)) visit(part, [...path, 'own'])
    } else if (!isList)
      for (const key of sortedKeys(value).slice(0, KEYS_MAX))
        visit((value as Record<string, unknown>)[key], [...path, { key }])
    if ((!isList && path.length === 0) || !isTable) return
    for (const part of tables) {
      if (Array.isArray(part)) continue
      for (const key of sortedKeys(part)) {
        const found = (part as Record<string, unknown>)[key]
        if (typeof found === 'string' || typeof found === 'number')
          add('field', path, key, typeof found === 'number')
      }
      if (isList) add('element', path)
    }
    for (const part of tables.slice(0, ENTRIES_MAX)) visit(part, [...path, 'every'])
  }
  visit(G, [])
}

/** Sources that need no G, for a slot. */
export function constantSources(slot: Slot, texts: readonly string[]): ValueSource[] {
  const constant = (kind: ValueSource['kind'], label: string, list: readonly unknown[]): ValueSource => ({
    id: `${kind} ${label}`,
    kind,
    label,
    code: literal(list),
    name: '',
    field: '',
    holdsNumbers: false,
    values: () => list,
  })
  const words = slot.texts.length > 0 ? slot.texts : texts
  const listed = words.map(word => `'${word}'`).join(' or ')
  return [
    {
      ...constant('player', 'id of a player', []),
      code: 'Object.keys([...Array(ctx.numPlayers)])',
      values: (_, numPlayers) => Array.from({ length: numPlayers }, (_, id) => `${id}`),
    },
    {
      ...constant('playerNumber', 'number of a player', []),
      code: 'upTo(ctx.numPlayers - 1)',
      values: (_, numPlayers) => Array.from({ length: numPlayers }, (_, id) => id),
    },
    ...(words.length > 0 ? [constant('text', listed, words)] : []),
    constant(
      'digit',
      `0 to ${DIGITS - 1}`,
      Array.from({ length: DIGITS }, (_, n) => n),
    ),
    constant('flag', 'true or false', [true, false]),
    constant('null', 'null', [null]),
  ]
}

/** Whether the code of the move suggests this source. */
export function isHinted({ kind, name, field }: ValueSource, slot: Slot): boolean {
  switch (kind) {
    case 'index':
    case 'key':
      return slot.indexed.has(name)
    case 'field':
      return slot.compared.has(field)
    case 'member':
      return slot.sought.has(name)
    case 'amount':
      return slot.isAmount
    case 'text':
      return slot.texts.length > 0
    case 'player':
    case 'playerNumber':
      return slot.isPlayer
    case 'flag':
      return slot.isFlag
    case 'null':
      return slot.mayBeNull
    default:
      return false
  }
}

/** The more plausible, the lower: own things first, then by kind, then what is nearer to the root of G. */
export function rankOf({ kind, label }: ValueSource): number {
  const isFar = label.split('.').length + (label.includes('[playerID]') ? 0 : 2)
  return KINDS.indexOf(kind) * 100 + isFar
}

function sourceOf(kind: ValueSource['kind'], path: Path, field: string, holdsNumbers: boolean): ValueSource {
  const shown = shownPath(path)
  const last = path.findLastIndex(step => typeof step === 'object')
  const step = path[last]
  const name = typeof step === 'object' ? step.key + (last === path.length - 1 ? '' : '[]') : ''
  return {
    id: `${kind} ${shown} ${field}`,
    kind,
    label: labelOf(kind, path, shown, field),
    code: codeOf(kind, path, field),
    name,
    field,
    holdsNumbers,
    values: (G, _, playerID) => distinct(valuesAt(kind, resolve(path, G, playerID), field)),
  }
}

function labelOf(kind: ValueSource['kind'], path: Path, shown: string, field: string): string {
  if (kind === 'amount') return `0 to ${shown}`
  if (kind === 'field') return `${field} in ${shown}`
  if (kind === 'member') return `value in ${shown}`
  if (kind === 'element') return `object in ${shown}`
  if (kind === 'index' && path.at(-1) === 'every') return `column of ${shownPath(path.slice(0, -1))}`
  return `${kind} of ${shown}`
}

function shownPath(path: Path): string {
  return path.reduce<string>(
    (shown, step) =>
      step === 'own' ? `${shown}[playerID]` : step === 'every' ? `${shown}[*]` : shown + member(step.key),
    'G',
  )
}

function member(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}

/** All that stands at a path. */
function resolve(path: Path, G: unknown, playerID: string): readonly unknown[] {
  let found: unknown[] = [G]
  for (const step of path)
    found = found
      .flatMap(part => {
        if (typeof part !== 'object' || part === null) return []
        const table = part as Record<string, unknown>
        if (step === 'every') return Array.isArray(part) ? part : sortedKeys(part).map(key => table[key])
        const key = step === 'own' ? playerID : step.key
        return Object.hasOwn(table, key) ? [table[key]] : []
      })
      .filter(part => part !== null && part !== undefined)
  return found
}

function valuesAt(kind: ValueSource['kind'], parts: readonly unknown[], field: string): unknown[] {
  if (kind === 'amount')
    return parts.flatMap(most =>
      typeof most === 'number' && most >= 0
        ? Array.from({ length: Math.floor(Math.min(most, AMOUNT_MAX)) + 1 }, (_, n) => n)
        : [],
    )
  return parts.flatMap((part): unknown[] => {
    if (typeof part !== 'object' || part === null) return []
    if (kind === 'index') return Array.isArray(part) ? [...part.keys()] : []
    if (kind === 'key') return Array.isArray(part) ? [] : sortedKeys(part)
    const entries = Array.isArray(part)
      ? part
      : sortedKeys(part).map(key => (part as Record<string, unknown>)[key])
    if (kind === 'member')
      return entries.filter(entry => typeof entry === 'string' || typeof entry === 'number')
    const objects = entries.filter(
      (entry): entry is Record<string, unknown> =>
        typeof entry === 'object' && entry !== null && !Array.isArray(entry),
    )
    return kind === 'element' ? objects : objects.map(entry => entry[field])
  })
}

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Set(values)].filter(value => value !== null && value !== undefined)
}

function codeOf(kind: ValueSource['kind'], path: Path, field: string): string {
  const at = path.lastIndexOf('every')
  const of = (list: string): string => {
    if (kind === 'index') return `indexes(${list})`
    if (kind === 'key') return `Object.keys(${list} ?? {}).sort()`
    if (kind === 'amount') return `upTo(${list})`
    if (kind === 'field') return `every(${list}, entry => entry?.${member(field).replace(/^\./, '')})`
    return `Object.values(${list} ?? {})`
  }
  const walk = (root: string, steps: Path): string => {
    const next = steps.indexOf('every')
    if (next < 0) return of(chained(root, steps))
    return `every(${chained(root, steps.slice(0, next))}, part => ${walk('part', steps.slice(next + 1))})`
  }
  const code = walk('G', path)
  return at >= 0 || kind === 'field' || kind === 'member' ? `distinct(${code})` : code
}

function chained(root: string, path: Path): string {
  return path.reduce<string>((code, step) => {
    if (step === 'own') return `${code}?.[playerID]`
    const { key } = step as { key: string }
    return code === 'G' ? code + member(key) : `${code}?.${member(key).replace(/^\./, '')}`
  }, root)
}

/** In the same order whatever the history of the object: numbers first. */
function sortedKeys(table: object): string[] {
  return Object.keys(table).sort()
}

function literal(list: readonly unknown[]): string {
  return `[${list.map(value => (typeof value === 'string' ? `'${value}'` : String(value))).join(', ')}]`
}
