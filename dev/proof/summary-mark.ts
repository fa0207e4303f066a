/** `npm test` shows what a stage prints after this line when the stage ends: its reporters write failures and tables there. */
export const SUMMARY_MARK = '=== Summary'
