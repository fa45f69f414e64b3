// Finds home-made words and their standard replacements.
import { isScript, isTest } from './source.mjs';

/**
 * `words` are parts of a name, `whole` are complete names, and `constants` are parts of a CONSTANT. `except` lists
 * correct names with the reason.
 */
export const VOCABULARY = [
  { say: 'flash', words: ['told', 'tell', 'tells'] },
  {
    say: 'publish, LiveUpdate, Subscriber, send, closeAll',
    words: ['ring', 'rings', 'rung', 'rang', 'say', 'hang up', 'hung up'],
  },
  { say: 'useLiveUpdates, revalidate', words: ['hearer', 'hearers', 'news', 'look again'] },
  { say: 'admin', words: ['desk', 'desks'] },
  { say: 'intent', words: ['deed', 'deeds'] },
  { say: 'setVerification, validate, matchResult', words: ['judge', 'judges', 'judged', 'verdict', 'verdicts'] },
  { say: 'error, problem', words: ['trouble', 'troubles'] },
  { say: 'fallback', words: ['kept', 'keep now', 'recall'] },
  { say: 'guestState, SyncGuestState', words: ['keep in step'] },
  { say: 'catchApiError, finishSignIn', words: ['begun'] },
  { say: 'storePending, readPending, PendingKind', words: ['put aside', 'look aside', 'waiting kind'] },
  {
    say: 'cancelOpen…, markPolled, insert…',
    words: ['give up', 'gives up', 'given up', 'gave up', 'note asked', 'keep gateway payment'],
  },
  {
    say: 'detach, delete, orphan',
    words: ['take out', 'clear away', 'left over', 'left overs', 'leftover', 'leftovers'],
  },
  { say: 'MAX_…', constants: ['most', 'longest', 'largest', 'biggest', 'at most'] },
  { say: 'systemContext, contextFor', words: ['itself', 'meet'], whole: ['outer'] },
  { say: 'artwork; of an order or a cart: line, item', words: ['piece', 'pieces'] },
  {
    say: '…Schema',
    words: ['shape', 'shapes'],
    except: {
      shape: 'what Zod calls the fields of an object schema',
      shapeRendering: 'an attribute of SVG',
      SHAPES: 'what a picture is cropped to',
    },
  },
  {
    say: 'labels, copy, messages',
    words: ['words', 'says', 'wording', 'worded'],
    except: {
      'amount-in-words': 'the file of what a bill says below its total',
      'amount-in-words.test': 'its test',
      amountInWords: 'what a bill says below its total',
      ToWords: 'the class of the package to-words',
    },
  },
  { say: 'draft order', words: ['hand order', 'hand orders', 'by hand', 'hand lines', 'made by', 'made key'] },
  { say: 'withLongTimeout', words: ['patiently'] },
  { say: 'markDead', words: ['bury', 'buries', 'buried'] },
  { say: 'Attachments', words: ['beside', 'besides'] },
  { say: 'paymentsAndRefunds', words: ['money of'] },
  { say: 'shop identity', words: ['shop face'] },
  { say: 'a limit of concurrency', words: ['one of two'] },
  { say: 'options, methods', words: ['ways'] },
  { say: 'unlink, undo, delete, clear', words: ['parting', 'undoing', 'removal', 'removals', 'clearing'] },
  { say: 'simulate', words: ['play gateway', 'pay as'] },
  { say: 'folder, module interface', words: ['room', 'rooms', 'house', 'door', 'doors'] },
  { say: 'shop (of tests)', whole: ['the'] },
  { say: 'test', whole: ['it'] },
];

const PARTICIPLE =
  /^(?:[a-z]{2,}ed|begun|built|caught|drawn|found|given|known|left|made|meant|seen|sent|shown|taken|written)$/;
const ALL_THE_SAME = {
  refused: 'answers an ordinary no; taught in ARCHITECTURE.md, beside done',
  embed: 'a verb that ends so',
  featured: 'the order of a gallery, as its address says it',
  feed: 'a verb that ends so',
  need: 'a verb that ends so',
  proceed: 'a verb that ends so',
  seed: 'a verb that ends so',
  speed: 'a verb that ends so',
  succeed: 'a verb that ends so',
};

const INTENTS = new Set(['deed', 'do', 'form', 'change']);

const wordsOf = (name) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());

const isConstant = (name) => /^[A-Z][A-Z\d_]*$/.test(name);

const answers = new Map();

export function insteadOf(name) {
  if (answers.has(name)) return answers.get(name);
  const spaced = ` ${wordsOf(name).join(' ')} `;
  const has = (words) => words?.some((word) => spaced.includes(` ${word} `));
  const found = VOCABULARY.find(
    ({ words, whole, constants, except }) =>
      !(except && name in except) && (has(words) || whole?.includes(name) || (isConstant(name) && has(constants))),
  );
  const word =
    found &&
    [...(found.words ?? []), ...(found.whole ?? []), ...(found.constants ?? [])].find((each) =>
      spaced.includes(` ${each} `),
    );
  const answer = found && { word, say: found.say };
  answers.set(name, answer);
  return answer;
}

function functionName(node) {
  if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) return undefined;
  if (node.id) return node.id.name;
  const { parent } = node;
  if (parent.type === 'VariableDeclarator') return parent.id.name;
  return ['Property', 'MethodDefinition', 'PropertyDefinition'].includes(parent.type) && parent.value === node
    ? parent.key.name
    : undefined;
}

function* namesIn(source) {
  const found = new Map();
  for (const node of source.nodes) {
    const isName = /^(Identifier|JSXIdentifier|PrivateIdentifier)$/.test(node.type);
    const instead = isName ? insteadOf(node.name) : undefined;
    if (instead) {
      const known = found.get(node.name);
      if (known) known.times += 1;
      else
        found.set(node.name, {
          at: node.start,
          times: 1,
          message: `${node.name}: not "${instead.word}" but ${instead.say}`,
        });
    }
    const verb = functionName(node);
    if (verb && !isTest(source.path) && PARTICIPLE.test(verb) && !(verb in ALL_THE_SAME))
      yield { at: node.start, times: 1, message: `${verb}: a function is called by a verb` };
    if (
      node.type === 'JSXAttribute' &&
      node.name.name === 'name' &&
      INTENTS.has(node.value?.value) &&
      /button/i.test(node.parent.name.name)
    )
      yield { at: node.start, times: 1, message: `a button sends its value as intent, not as ${node.value.value}` };
  }
  yield* found.values();
}

/** Names in released migrations cannot change. */
const EXEMPT = /^scripts\/checks\/vocabulary|^database\/migrations\//;

export function* findFileNames(_sources, { paths }) {
  for (const path of paths) {
    if (EXEMPT.test(path)) continue;
    const file = path
      .split('/')
      .at(-1)
      .replace(/\.\w+$/, '');
    const instead = insteadOf(file) ?? insteadOf(path.split('/').slice(0, -1).join('-'));
    if (instead) yield { path, at: 0, message: `file name: not "${instead.word}" but ${instead.say}` };
  }
}

export function* find(sources) {
  for (const source of sources) {
    if (!isScript(source.path) || EXEMPT.test(source.path)) continue;
    for (const { at, message, times } of namesIn(source))
      yield { path: source.path, at, message: times > 1 ? `${message} (${times} times)` : message };
  }
}
