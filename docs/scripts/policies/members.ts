/** Populations that ship: which members there are, and how strong each is among the others. */
import { existsSync, rmSync } from 'node:fs'
import { readPolicy, shippedFile } from '../../../agents/index.ts'
import { meanOf, type ScoreInterval } from '../../../library/panel.ts'
import { type Course, memberCourse, rulesOf } from './courses.ts'
import { betweenMembers, type PercentScore, scoreWords } from './figures.ts'

/** Most members of a population. */
const MEMBERS_MAX = 20
/** A member with clearly lower odds of winning than the others is too weak to ship: 70 Elo behind. */
const WEAK_ODDS = 2 / 3

const fileOf = (course: Course, member: number): string => shippedFile(memberCourse(course, member).file)

/** The numbers of the members that have files. */
export const membersOf = (course: Course): number[] =>
  Array.from({ length: MEMBERS_MAX }, (_, i) => i + 1).filter(member => existsSync(fileOf(course, member)))

/** The members from the second on, as the list of policies names them. */
export const othersOf = (course: Course): { file: string; sha256: string }[] =>
  membersOf(course)
    .filter(member => member > 1)
    .map(member => ({
      file: memberCourse(course, member).file,
      sha256: readPolicy(fileOf(course, member)).sha256,
    }))

/** A member's mean score against the others, in percent. */
export interface MemberScore extends ScoreInterval {
  readonly member: number
}

/** Plays every member against every other. Returns the means among given members. */
export async function roundRobin(course: Course): Promise<(among: readonly number[]) => MemberScore[]> {
  const scores = new Map<string, PercentScore>()
  const members = membersOf(course)
  for (const one of members)
    for (const other of members)
      if (one !== other) {
        const [player, opponent] = [memberCourse(course, one), memberCourse(course, other)]
        scores.set(`${one} ${other}`, await betweenMembers(player, opponent))
      }
  return among =>
    among.map(member => {
      const others = among.filter(other => other !== member)
      return { member, ...meanOf(others.map(other => scores.get(`${member} ${other}`)!)) }
    })
}

/**
 * Deletes the files of members that are too weak to ship, the weakest first, and returns their numbers. The first stays: it
 * is the one that tables measure.
 */
export async function dropWeak(course: Course): Promise<number[]> {
  const { module, rules } = await rulesOf(course)
  const rivals = module.compile(rules).info.seats.length - 1
  const least = (100 * WEAK_ODDS) / (WEAK_ODDS + rivals)
  const all = membersOf(course)
  const means = await roundRobin(course)
  for (const one of means(all)) console.log(`member ${one.member}`, scoreWords(one))
  let left = all
  while (left.length > 2) {
    const [weakest] = means(left)
      .filter(({ member, high }) => member > 1 && high < least)
      .sort((a, b) => a.score - b.score)
    if (!weakest) break
    left = left.filter(member => member !== weakest.member)
    rmSync(fileOf(course, weakest.member))
  }
  return all.filter(member => !left.includes(member))
}
