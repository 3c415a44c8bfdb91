/** `--machines`. */
import { InputError, show } from '../../documents/index.ts'
import { type Args, text } from './options.ts'

/** Numbers of machines that times are told for, unless it says others. */
export const MACHINES: readonly number[] = [1, 4]

/** More would not stand beside each other. */
const LISTED = 3
const MACHINES_MAX = 10_000

/** The numbers of machines that times are told for. Throws an InputError. */
export function readMachines(args: Args): readonly number[] {
  const written = text(args, 'machines')
  if (written === undefined) return MACHINES
  const numbers = written.split(',').map(part => (/^\s*\d+\s*$/.test(part) ? Number(part) : Number.NaN))
  if (numbers.length <= LISTED && numbers.every(many => many >= 1 && many <= MACHINES_MAX)) return numbers
  throw new InputError(
    '--machines',
    `found ${show(written)}, expected up to ${LISTED} numbers from 1 to ${MACHINES_MAX}, such as 1,4`,
  )
}
