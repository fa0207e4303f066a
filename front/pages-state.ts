import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const requiredFiles = z.object({ config: z.record(z.string(), z.unknown()) })

const pagesState = z.enum(['building', 'failed'])

/** The state of the pages while a build creates them and the app runs. */
export type PagesState = z.infer<typeof pagesState> | 'built'

/** The file that marks the pages of the build in `root` as not ready. Without the file they are ready. */
export function pagesStateFile(root: string): string {
  return join(root, 'dist', 'pages-state')
}

/** Reads the state of the pages. A deployment has no such file: its pages were built before it. */
export async function readPagesState(root: string): Promise<PagesState> {
  const text = await readFile(pagesStateFile(root), 'utf8').catch(() => '')
  return pagesState.safeParse(text).data ?? 'built'
}

/** The settings the pages in `root` were built with, as the build wrote them down. */
export async function readBuiltSettings(root: string): Promise<Record<string, unknown>> {
  const text = await readFile(join(root, '.next', 'required-server-files.json'), 'utf8')
  return requiredFiles.parse(JSON.parse(text)).config
}
