import {
  CamelCasePlugin,
  type PluginTransformQueryArgs,
  PostgresDialect,
  PostgresQueryCompiler,
  type RootOperationNode,
} from 'kysely';

/**
 * Writes camelCase names as snake_case while the text of a statement is made. Kysely's plugin does it in a copy of the
 * whole statement, which costs as much again as making it.
 */
export class SnakeCaseDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new SnakeCaseCompiler();
  }
}

/** Converts the column names of answers back to camelCase. */
export class CamelCaseAnswers extends CamelCasePlugin {
  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node;
  }
}

/** Names come from the code, so their number is limited. */
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

/** The name of a column or table in the database. */
export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
