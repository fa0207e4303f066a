import { errorText } from './error-text'
import { type Preparation, type Prepared, prepareDatabase } from './prepare-database'

// A child of the start, which sends what is to be prepared. It ends with the start.
process.once('message', (preparation: Preparation) => {
  void prepareDatabase(preparation)
    .then(
      (demo): Prepared => ({ demo }),
      (error): Prepared => ({ problem: errorText(error) }),
    )
    .then((prepared) => process.send?.(prepared, () => process.exit(0)))
})
process.once('disconnect', () => process.exit(1))
