import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { STAGE_NAMES, type StageName } from './stages'

const record = z.object({
  sources: z.string(),
  stages: z.array(z.enum(STAGE_NAMES)),
})

/** The stages an interrupted run has proven of these sources; none if the sources are others by now. */
export function readProven(file: string, sources: string): Set<StageName> {
  if (!existsSync(file)) return new Set()
  const known = record.safeParse(parseJson(readFileSync(file, 'utf8')))
  return new Set(known.success && known.data.sources === sources ? known.data.stages : [])
}

/** Adds a stage that ended green. */
export function addProven(file: string, sources: string, stage: StageName): void {
  const stages = [...readProven(file, sources).add(stage)]
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ sources, stages } satisfies z.infer<typeof record>))
}

/** A whole run has ended: the next one starts from the beginning. */
export function forgetProven(file: string): void {
  rmSync(file, { force: true })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A run that was killed while it wrote.
    return null
  }
}
