import { type PreparedData, prepareData } from './prepare-data'
import { bundleProcesses, type Programs } from './programs'

/**
 * The parts that all stacks of a run share: the programs, from the sources as they are when the run begins, and the
 * database that each stack starts with.
 */
export type PreparedRun = { programs: Programs; data: PreparedData }

/** Makes the expensive parts once, before the first stack. */
export async function prepareRun(): Promise<PreparedRun> {
  const programs = await bundleProcesses()
  return { programs, data: await prepareData(programs.prepare) }
}
