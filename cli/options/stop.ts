/** `--width`, `--decide` and `--sprt`: when line-ups stop. */
import { InputError, literal, parseDocument, show, validate } from '../../documents/index.ts'
import { type Overrides, stopSchema } from '../../library/command.ts'

/** The rule that a command line gives; undefined without one. Throws an InputError for one that is wrong, and for several. */
export function stopGiven(
  width: string | undefined,
  decide: string | undefined,
  sprt: readonly unknown[] | undefined,
): Overrides['stop'] {
  const given = Object.entries({ width, decide, sprt }).filter(([, value]) => value !== undefined)
  const [[name] = [], other] = given
  if (name === undefined) return undefined
  if (other) throw new InputError(`--${other[0]}`, `is given beside --${name}, expected one rule`)
  const value =
    width !== undefined
      ? parseDocument(width, '--width').value
      : (decide ?? Object.fromEntries(sprt!.map(pair => pairOf(String(pair)))))
  return validate(stopSchema, [literal({ [name]: value }, `--${name}`)])
}

/** "elo1=10" as a key and its value. */
function pairOf(written: string): [string, unknown] {
  const cut = written.indexOf('=')
  if (cut <= 0)
    throw new InputError('--sprt', `found ${show(written)}, expected KEY=VALUE such as elo0=0 elo1=10`)
  return [written.slice(0, cut), parseDocument(written.slice(cut + 1), '--sprt').value]
}
