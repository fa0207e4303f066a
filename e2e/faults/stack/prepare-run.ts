import { type PreparedData, prepareData } from './prepare-data'
import { bundleProcesses, type Programs } from './programs'

/**
 * What all stacks of a run share: the programs, from the sources as they are when it begins, and the database they
 * start with.
 */
export type PreparedRun = { programs: Programs; data: PreparedData }

/** Makes what is dear once, before the first stack. */
export async function prepareRun(): Promise<PreparedRun> {
  const programs = await bundleProcesses()
  return { programs, data: await prepareData(programs.prepare) }
}
