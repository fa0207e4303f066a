/** Whether each check runs in its long form: every page and element in each look, with every rule. `npm run prove` asks for it. */
export const isLongProof = process.env.PROOF === 'long'
