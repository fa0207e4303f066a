/** Who reads a mail, and where it leads: names are as people chose them. */
export type Reader = { name: string; businessName: string; url: string }

/** What a mail is about: `Wallet, Growth` or `Balance top-up`, and the project it is of. */
export type Bought = { what: string; projectName: string }
