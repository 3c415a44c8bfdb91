/**
 * What stands in for packages that only draw on a screen or open a server: their functions do nothing, and
 * remember the games that they are given. Each importing file gets its own stand-in.
 */

/** The parts of boardgame.io for screens and servers, and what they export. */
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  client: ['Client', 'LobbyClient', 'LobbyClientError'],
  react: ['Client', 'Lobby'],
  'react-native': ['Client'],
  multiplayer: ['Local', 'SocketIO'],
  debug: ['Debug'],
  server: ['Server', 'Origins', 'FlatFile', 'SocketIO'],
  master: ['Master'],
}

/** Packages of screens: a game doesn't need them, even if its file imports them. */
const SCREEN_PACKAGES =
  /^(?:@?(?:react|preact|vue|svelte|solid-js|next|nuxt|mui|material-ui|emotion|chakra-ui|mantine|headlessui|radix-ui|fortawesome|heroicons|tabler|dnd-kit|ionic|expo|storybook|testing-library|apollo|tanstack|styled-components|styled-system|framer-motion|antd|classnames|clsx|lucide|three|pixi|phaser|konva|howler|toastify)\b|[\w-]+-react\b|use-)/
/** Those of React that are imported through a namespace. */
const REACT =
  'Children Component Fragment PureComponent Suspense cloneElement createContext createElement createRef forwardRef lazy memo useCallback useContext useEffect useMemo useReducer useRef useState'

/** A module in place of a part of boardgame.io; null if the game itself may need that part. */
export function boardgameStandIn(part: string, from: string): string | null {
  return SCREENS[part] ? standIn(SCREENS[part], from) : null
}

/** A module in place of a package that isn't installed; null if the game may need the package. */
export function screenStandIn(specifier: string, from: string): string | null {
  return isScreenPackage(specifier) ? standIn(REACT.split(' '), from) : null
}

export const isScreenPackage = (specifier: string): boolean => SCREEN_PACKAGES.test(specifier)

function standIn(names: readonly string[], from: string): string {
  const text = `
const games = (globalThis[Symbol.for('evenhand.games')] ??= [])
const note = args => {
  for (const { game, games: several } of args.filter(one => one instanceof Object))
    for (const one of [game, several].flat()) if (one instanceof Object) games.push({ game: one, from: ${JSON.stringify(from)} })
  return all
}
const all = new Proxy(class {}, {
  get: (target, key) => {
    if (key === 'prototype') return target.prototype
    if (key === Symbol.toPrimitive) return () => ''
    return typeof key === 'symbol' || key === 'then' ? undefined : all
  },
  apply: (_, self, args) => note(args),
  construct: (_, args) => note(args),
})
export default all
${names.map(name => `export const ${name} = all`).join('\n')}`
  return `data:text/javascript,${encodeURIComponent(text)}`
}

/** Games that these files gave to a client or a server while they were loaded. */
export function gamesGiven(files: readonly string[]): unknown[] {
  const given = ((globalThis as Record<symbol, unknown>)[Symbol.for('evenhand.games')] ?? []) as {
    readonly game: unknown
    readonly from: string
  }[]
  return [...new Set(given.filter(({ from }) => files.includes(from)).map(({ game }) => game))]
}
