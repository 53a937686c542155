import { once } from 'node:events';
import { stderr, stdin, stdout } from 'node:process';
import { PassThrough } from 'node:stream';
import { inspect } from 'node:util';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { readNutrients } from '../catalog/nutrients.ts';
import { termsOf, USDA_TERMS } from '../food/table-terms.ts';
import { createFoodSource } from '../interfaces/food-source.ts';
import { TRANS_FAT } from '../interfaces/interface.ts';
import { type CallableTool, createMcpServer, foodTools } from '../interfaces/mcp/server.ts';
import { nextTurn } from '../meal/meal.ts';
import { readVersion } from '../settings/build-info.ts';
import { bundledFoodsIn } from '../settings/bundled-foods.ts';
import type { ConfigurationSources } from './configuration/gather-options.ts';
import { withCatalog } from './search.ts';

// `food-lookup mcp`: serves an assistant over stdin and stdout.

/** Serves an assistant that started this program, until it closes the input. */
export async function serveAssistant(sources: ConfigurationSources): Promise<void> {
  await withCatalog(sources, async (catalog, { source: { database }, license, attribution }) => {
    const ofBundled = bundledFoodsIn(database) && USDA_TERMS;
    const known = termsOf(license, attribution) ?? ofBundled;
    const terms = () => (known ? [known] : catalog.terms);
    const source = createFoodSource(catalog, {
      ...{ nutrients: [...readNutrients(), TRANS_FAT], terms },
      ...{ caller: () => '', countMore: () => undefined },
    });
    const calls = new Set<Promise<unknown>>();
    const tools = foodTools(source).map((tool) => ({ ...tool, call: recorded(tool, calls) }));
    // The library would drop calls in progress at the end of its input, so it never sees that end.
    const transport = new StdioServerTransport(
      stdin.pipe(new PassThrough(), { end: false }),
      stdout,
    );
    const server = serveStdio(
      () =>
        createMcpServer({
          ...{ version: readVersion(), tools },
          onFault: (fault) => stderr.write(`${inspect(fault)}\n`),
        }),
      { transport },
    );
    await once(stdin, 'end');
    do {
      await Promise.allSettled(calls);
      // A call starts one turn of the event loop after it is read. Its answer is written one turn
      // after the call ends.
      await nextTurn();
    } while (calls.size > 0);
    await server.close();
  });
}

/** Wraps a tool's function so that each call is kept in a set until it ends. */
function recorded({ call }: CallableTool, calls: Set<Promise<unknown>>): CallableTool['call'] {
  return (given) => {
    const result = call(given);
    const forget = () => calls.delete(result);
    calls.add(result);
    result.then(forget, forget);
    return result;
  };
}
