export const messages = {
  title: 'Privacy policy',
  description: 'What we know about you, why, for how long, who else sees it, and what you can decide.',
  effective: 'Effective {date}',
  contents: 'In this policy',
  sections: [
    {
      id: 'collection',
      title: 'Information we collect',
      paragraphs: [
        '{company} (“we”) runs {site} and is responsible for your data there. You can read the site without telling us who you are.',
        'If you have an account, we keep your name, username, email address, language and avatar color, the date on which you registered, and your password as a hash that cannot be turned back into it. If you sign in with Google, we receive your Google account’s identifier, name and confirmed email address instead of a password.',
        'We keep what you choose to give us: prompts you save and rate, and your threads, comments, votes and reports in the forum. If you subscribe, we keep your plan, its dates and a list of your payments; card details stay with Stripe.',
        'When you use the site, our servers process your IP address and browser for as long as it takes to respond and to protect against abuse. We count how often categories are opened and prompts are copied each day in total, with no link to you.',
        'We set one cookie, lang, which remembers your language for a year. Your browser’s own storage keeps your login, your theme, whether you want to see free content only, the prompts you last viewed, what you type into their blanks and into pipelines, and what you last searched for; what is personal is deleted when you log out. Texts you have not sent yet are kept for up to 30 days if your session ends by itself, for your next login. None of it is used for advertising, and there are no analytics from other companies.',
      ],
    },
    {
      id: 'use',
      title: 'How we use information',
      paragraphs: [
        'We use your data to run the site and your account, to open what your plan includes, to bill you, to send you the emails this requires (such as confirmations, password resets and payment notices), to moderate the forum, to answer your questions, to stop abuse and to meet legal obligations.',
        'The legal bases are our contract with you, our legitimate interest in a safe and working site, your consent where we ask for it, and the law. We make no decisions with legal effect by automated means alone, and we do not use your content to train language models.',
      ],
    },
    {
      id: 'sharing',
      title: 'Sharing',
      paragraphs: [
        'We do not sell your data. It is shared with companies that work for us under contract: hosting, email delivery, and Stripe for payments. Google is involved when you choose to sign in with Google.',
        'What you publish in the forum is public, together with your username. Authorities receive data only where the law requires us to provide it. If the business is transferred, the data goes with it under this policy, and we will tell you first.',
      ],
    },
    {
      id: 'security',
      title: 'Security',
      paragraphs: [
        'Connections are encrypted. Passwords are kept as argon2id hashes, login tokens as hashes, and access to our systems is limited to those who need it. No system is perfectly safe: if a breach puts you at risk, we will notify you and the authorities as the law requires.',
      ],
    },
    {
      id: 'retention',
      title: 'Retention',
      paragraphs: [
        'We keep account data for as long as the account exists. When you delete it, your data is erased, apart from records that the law requires us to keep, such as invoices, and forum contributions, which stay without your name.',
        'Usage data is kept for up to 2 years. Server logs contain no addresses and are removed after 30 days.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      paragraphs: [
        'You can see, correct and download your data and delete your account in your profile. Wherever you live, you may also ask us for access, correction, deletion, restriction or a copy that you can take elsewhere, and object to a use or withdraw your consent.',
        'Write to {email}; we answer within 30 days. You may also complain to the data protection authority where you live.',
      ],
    },
    {
      id: 'children',
      title: 'Children under 18',
      paragraphs: [
        '{site} is for adults. We do not knowingly collect data from anyone under 18. If you believe that a minor has opened an account, tell us and we will delete it.',
      ],
    },
    {
      id: 'transfers',
      title: 'International transfers',
      paragraphs: [
        'We and the companies that work for us process data in the United States and in the European Union. Where data leaves the European Economic Area, the United Kingdom or Switzerland, it is protected by the European Commission’s standard contractual clauses or by an adequacy decision.',
      ],
    },
    {
      id: 'third-party-links',
      title: 'Third-party links',
      paragraphs: [
        'Some links lead to other sites, such as the assistants in which you can open a prompt, or our profiles elsewhere. When you open a prompt in an assistant, its text, with what you filled in, is handed to that company. Their own policies apply there.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      paragraphs: [
        'For questions about privacy, write to {email}, or by mail to {company}, {address}.',
        'We may change this policy. We will tell you about substantial changes at least 30 days in advance, by email or on the site.',
      ],
    },
    {
      id: 'california',
      title: 'California residents',
      paragraphs: [
        'If you live in California, you have the right to know which categories of personal information we collect and why, to have it corrected or deleted, and not to be treated worse for using these rights. The categories are those in section 1: identifiers, commercial information about your subscription, and activity on the site.',
        'We neither sell nor share personal information as defined in the CCPA and CPRA, and we use no sensitive personal information beyond what the service needs. You may use your rights yourself or through someone you authorize in writing.',
      ],
    },
  ],
} as const
