import { it } from 'vitest'
import { expectSolved, isQuick, LANES } from './lanes.ts'

it.each(LANES.filter(lane => !isQuick(lane)))('best play is proven on $rules', expectSolved)
