import {
  CamelCasePlugin,
  PostgresDialect,
  PostgresQueryCompiler,
  type PluginTransformQueryArgs,
  type RootOperationNode,
} from 'kysely';

/**
 * Writes camelCase names as snake_case while the text of a statement is made. The plugin of Kysely does it in a copy of
 * the whole statement, which costs as much again as making it.
 */
export class SnakeCaseDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new SnakeCaseCompiler();
  }
}

/** Gives columns of answers their camelCase names back. */
export class CamelCaseAnswers extends CamelCasePlugin {
  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node;
  }
}

/** Names are those of the code, so there are only so many. */
const written = new Map<string, string>();

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    const known = written.get(identifier);
    if (known !== undefined) return known;
    const name = super.sanitizeIdentifier(toSnakeCase(identifier));
    written.set(identifier, name);
    return name;
  }
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
