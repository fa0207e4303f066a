import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Vitest starts large files first. A small file that takes long says `// Starts early: ...` with the reason, so that a
 * run does not end with one worker that waits for it.
 */
export class EarlyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const early = sorted.filter(({ moduleId }) => /^\/\/ Starts early: /m.test(readFileSync(moduleId, 'utf8')))
    return [...early, ...sorted.filter((file) => !early.includes(file))]
  }
}
