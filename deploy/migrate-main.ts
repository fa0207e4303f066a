import { runMigrateCommand } from './run-migrate-command'

/** dist/migrate.mjs. */
const code = await runMigrateCommand(process.argv.slice(2), console)
// At once: what a failed command has open keeps the process.
if (code !== 0) process.exit(code)
