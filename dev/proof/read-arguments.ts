import { parseArgs } from 'node:util'
import { STAGE_NAMES, type StageName } from './stages'

const USAGE = `usage: npm test [-- <stage> ...]     the proof anybody waits for: everything, or only these stages
       npm test -- changed          the suites that what changed since the last green commit can break
       npm run prove [-- <stage> ...] [-- --again]
                                    the long forms; goes on where an interrupted run ended, or with --again from the start
stages: ${STAGE_NAMES.join(', ')}`

export type Arguments = {
  isLong: boolean
  isAgain: boolean
  /** `changed`, or the stages to run; all where none is named. */
  selection: 'changed' | readonly StageName[]
}

/** The arguments of the command line. Throws the usage where they are not valid. */
export function readArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    options: { long: { type: 'boolean' }, again: { type: 'boolean' } },
  })
  const unknownOption = Object.keys(values).find((name) => name !== 'long' && name !== 'again')
  if (unknownOption) throw new Error(`--${unknownOption} is not an option.\n${USAGE}`)
  const isLong = values.long === true
  const isAgain = values.again === true
  if (positionals.includes('changed')) {
    if (positionals.length > 1 || isLong) throw new Error(`"changed" stands alone.\n${USAGE}`)
    return { isLong, isAgain, selection: 'changed' }
  }
  const unknown = positionals.find((name) => !isStageName(name))
  if (unknown !== undefined) throw new Error(`${unknown} is not a stage.\n${USAGE}`)
  return { isLong, isAgain, selection: positionals.filter(isStageName) }
}

function isStageName(name: string): name is StageName {
  return STAGE_NAMES.some((known) => known === name)
}
