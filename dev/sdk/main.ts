import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { generatedFiles } from './generated-files'

const ROOT = resolve(import.meta.dirname, '../..')

for (const [path, text] of Object.entries(generatedFiles())) writeFileSync(join(ROOT, path), text)
