import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { folder } from '../cli/command.ts'
import { fuzz } from './fuzz.ts'

it('the fuzzer keeps a case that fails, and plays it first from then on', async () => {
  const seed = inject('seed')
  const file = join(folder({ 'failures.json': '[]' }), 'failures.json')
  const odd = (_: string, index: number): void => {
    if (index === 3) throw new Error('three')
  }
  await expect(fuzz('odd', 5, odd, file)).rejects.toThrow(`odd, case 3 of ${seed}: three`)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([{ fuzzer: 'odd', seed, index: 3 }])
  await expect(fuzz('odd', 1, odd, file)).rejects.toThrow('three')
  const played: number[] = []
  await fuzz('odd', 2, (_, index) => void played.push(index), file)
  await fuzz('other', 1, (_, index) => void played.push(index), file)
  expect(played).toEqual([3, 0, 1, 0])
})
