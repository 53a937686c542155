import { parseSync, Visitor } from 'oxc-parser';

// The kinds of small changes that `npm run mutate` makes to code.

/** One small change of a file that a test should notice. */
export interface Mutation {
  /** Where the change begins and ends in the text. */
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly was: string;
  readonly becomes: string;
}

/** Each operator and what it is easily mistaken for. */
const OPERATORS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '&': '|',
  '|': '&',
  '<<': '>>',
  '>>': '<<',
  '>>>': '<<',
  '+=': '-=',
  '-=': '+=',
};

/** All mutations of a TypeScript text, in the order of their places. */
export function mutationsOf(path: string, text: string): Mutation[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`);
  const found: Mutation[] = [];
  const add = (start: number, end: number, becomes: string): void => {
    const line = text.slice(0, start).split('\n').length;
    found.push({ start, end, line, was: text.slice(start, end), becomes });
  };
  const swap = (node: { operator: string; left: Place; right: Place }): void => {
    const other = OPERATORS[node.operator];
    const start = text.indexOf(node.operator, node.left.end);
    if (other === undefined || start < 0 || start > node.right.start) return;
    add(start, start + node.operator.length, other);
  };
  const negate = ({ test }: { test: Place | null }): void => {
    if (test !== null) add(test.start, test.end, `!(${text.slice(test.start, test.end)})`);
  };
  new Visitor({
    BinaryExpression: swap,
    LogicalExpression: swap,
    AssignmentExpression: swap,
    IfStatement: negate,
    WhileStatement: negate,
    ConditionalExpression: negate,
    UpdateExpression: ({ start, end, operator }) =>
      add(start, end, text.slice(start, end).replace(operator, operator === '++' ? '--' : '++')),
    Literal: ({ start, end, value }) => {
      if (typeof value === 'boolean') add(start, end, String(!value));
      if (typeof value === 'number') add(start, end, String(value + 1));
    },
    ReturnStatement: ({ argument }) => {
      if (argument?.type === 'Identifier') add(argument.start, argument.end, 'undefined as never');
    },
    ExpressionStatement: ({ start, end, expression }) => {
      if (expression.type === 'CallExpression' || expression.type === 'AwaitExpression') {
        add(start, end, ';');
      }
    },
  }).visit(program);
  return found.sort((a, b) => a.start - b.start);
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** The text with the mutation made. */
export function mutate(text: string, { start, end, becomes }: Mutation): string {
  return text.slice(0, start) + becomes + text.slice(end);
}
