/** Words of a private dialect, and the glossary's words for the same, refused as a part of a name. */
const inNames = new Map([
  ...each('anew', 'again, re…'),
  ...each('complain complains complained complaint complaints', 'refusal, showErrors'),
  ...each('door doors', 'launch'),
  ...each('firm firms', 'provider'),
  ...each('goods', 'product'),
  ...each('house', 'operator, treasury'),
  ...each('nobody whoever', 'visitor, stranger'),
  ...each('tell tells telling told', 'to…Answer, notify, log, post, describe'),
  ...each('way ways', 'kind, method, direction, route'),
  ...each('wish wishes wished', 'request'),
]);
/** A callout on a screen, and an update of a row: never a note. */
const notes = [/\b[a-z]*Notes?(?=[A-Z]|\b)|\bnote[A-Z]\w*|#note\b|\bnote(?=\()/, 'callout, mark…, record'];

/**
 * Names that are stored or published, and where: columns and tables, the parameter of kept e-mails, a field of the log,
 * the sandbox's saved state.
 */
const keptNames = new Map([
  ['firm', /apply-card-payment\.ts$|receive-\w+-webhook\.ts$|personal-columns\.ts$/],
  ['ledgerHouseSums', /database\/table-privileges\.ts$/],
  ['ledger_house_sums', /personal-columns\.ts$/],
  ['payFirms', /^apps\/sandbox\/src\/state\//],
  ['toldAt', /settlement\/receive-money\.ts$/],
  ['way', /\/(?:emails|notifications|push|security-log)\/|\/auth\/routes\.ts$|\/change-status\.ts$/],
]);

/** Words that make a riddle of a comment, a page or the title of a test. */
const inProse = /\b(?:anew|firms?|nobody|tell(?:s|ing)?|told|who(?:m)?ever|wish(?:es|ed)?)\b/i;

/** The glossary lists the words that are replaced. */
const wordLists = new Set(['docs/glossary.md']);

function each(words, instead) {
  return words.split(' ').map((word) => [word, instead]);
}

/**
 * The dialect in a file of code: in its name, the names in it, its comments and its titles of tests.
 *
 * @param blank what `blankSource` makes of the text
 */
export function findDialect(path, text, blank) {
  const fileName = path.slice(path.lastIndexOf('/') + 1).replaceAll(/\.[\w.]+$|-/g, '_');
  return [
    ...findNames(path, `${fileName}\n${blank}`),
    ...findComments(path, text, blank),
    ...findTitles(path, text, blank),
  ];
}

function findNames(path, names) {
  return names.split('\n').flatMap((line, index) =>
    [...(line.match(/#?[A-Za-z_$][\w$]*\(?/g) ?? [])].flatMap((found) => {
      const name = found.replace(/[#(]/g, '');
      if (keptNames.get(name)?.test(path)) return [];
      const words = name
        .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
        .toLowerCase()
        .split('_');
      const instead = words.map((word) => inNames.get(word)).find(Boolean) ?? (notes[0].test(found) ? notes[1] : '');
      return instead === '' ? [] : [`${path}:${index} the name ${name}; the glossary has: ${instead}`];
    }),
  );
}

/** What is blank in the code but no string: the text after the mark of a comment. */
function findComments(path, text, blank) {
  const code = blank.split('\n');
  let isInside = false;
  return text.split('\n').flatMap((line, index) => {
    const start = isInside ? 0 : line.search(/\/\/ |\/\*/);
    if (start < 0) return [];
    const close = line.indexOf('*/', start);
    const end = close < 0 ? line.length : close + 2;
    if ((code[index] ?? '').slice(start, end).trim() !== '') return [];
    isInside = (isInside || line.startsWith('/*', start)) && close < 0;
    return findDialectInPage(path, `${'\n'.repeat(index)}${line.slice(start, end)}`);
  });
}

/** The first argument of `test`, `it` and `describe`, and of what `each`, `for` and `runIf` make of them. */
function findTitles(path, text, blank) {
  return [...blank.matchAll(/(?<![\w$.])(?:test|it|describe)(?:\.\w+)*(?=\s*[<(`])/g)].flatMap(({ 0: call, index }) => {
    const isMaker = /\.(?:each|for|runIf|skipIf)$/.test(call);
    const made = isMaker ? endOfArguments(blank, index + call.length) : index + call.length;
    const [opening, quote] = /^\s*\(\s*(['"`])/.exec(blank.slice(made)) ?? [];
    if (quote === undefined) return [];
    const start = made + opening.length;
    const title = text.slice(start, blank.indexOf(quote, start));
    return findDialectInPage(path, '\n'.repeat(text.slice(0, start).split('\n').length - 1) + title);
  });
}

/** Where the arguments of a call end, be they in brackets, behind a type or a template. */
function endOfArguments(blank, start) {
  if (blank[start] === '`') return blank.indexOf('`', start + 1) + 1;
  const from = blank[start] === '<' ? blank.indexOf('>(', start) : start;
  let depth = 0;
  for (let i = blank.indexOf('(', from); i >= 0 && i < blank.length; i += 1) {
    if (blank[i] === '(') depth += 1;
    if (blank[i] === ')') depth -= 1;
    if (depth === 0) return i + 1;
  }
  return blank.length;
}

/** The dialect in prose. Names between backticks and addresses of links are none. */
export function findDialectInPage(path, text) {
  if (wordLists.has(path)) return [];
  return text.split('\n').flatMap((line, index) => {
    const [word] = inProse.exec(line.replaceAll(/`[^`]*`|\]\([^)]*\)|https?:\S+/g, '')) ?? [];
    return word === undefined ? [] : [`${path}:${index + 1} the word ${word}: ${line.trim().slice(0, 100)}`];
  });
}
