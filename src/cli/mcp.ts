import { once } from 'node:events';
import { stderr, stdin } from 'node:process';
import { inspect } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { readNutrients } from '../catalog/nutrients.ts';
import { termsOf } from '../food/table-terms.ts';
import { createFoodSource } from '../interfaces/food-source.ts';
import { TRANS_FAT } from '../interfaces/interface.ts';
import { createMcpServer, foodTools } from '../interfaces/mcp/server.ts';
import { readVersion } from '../settings/build-info.ts';
import type { ConfigurationSources } from './configuration/gather-options.ts';
import { withCatalog } from './search.ts';

// `food-lookup mcp`: serves an assistant over stdin and stdout.

/** Serves an assistant that started this program, until it closes the input. */
export async function serveAssistant(sources: ConfigurationSources): Promise<void> {
  await withCatalog(sources, async (catalog, { license, attribution }) => {
    const configured = termsOf(license, attribution);
    const terms = () => (configured ? [configured] : catalog.terms);
    const source = createFoodSource(catalog, {
      ...{ nutrients: [...readNutrients(), TRANS_FAT], terms },
      ...{ caller: () => '', countMore: () => undefined },
    });
    const server = serveStdio(() =>
      createMcpServer({
        version: readVersion(),
        tools: foodTools(source),
        onFault: (fault) => stderr.write(`${inspect(fault)}\n`),
      }),
    );
    await once(stdin, 'end');
    await server.close();
  });
}
