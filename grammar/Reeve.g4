// Reeve: the grammar of rule files, and the only one.
//
// docs/language.md explains the language; this file is what is parsed. compiler/syntax/ast.h follows it rule by
// rule. There is no embedded code and no target option: the generated parser is used by compiler/syntax alone.
//
// How it is kept unambiguous (tests/unit/parser_test.cc counts ambiguities over a corpus and wants 0):
//   * Two names never stand side by side where a name is optional. So there are no adjectives, and most
//     keywords can be soft: rule `soft` lists the words that are still free to be names.
//   * `where` inside a condition stands in parentheses: any (roads where C). Bare, it would swallow `and`.
//   * A relation is flat here: name {of|on|in|touching name}. Sema builds the tree by the reading rule.
//   * The order of the lines of a rule is not grammar but sema's job: it has the better messages.
//
// Line ends mean nothing. Comments and blanks go to the hidden channel, for the formatter. The lexer never
// fails: what it does not know is UNKNOWN, a text without its closing quote is OPEN_STRING and ends with the line.
grammar Reeve;

// --- the file -----------------------------------------------------------------------------------------
file       : header? item* EOF ;
header     : 'ruleset' id=name title=STRING? ('extends' extended=ruleRefs)? ('uses' used=names)? headerLine* ;
headerLine : 'needs' id=name alts    # NeedsLine
           | 'source' title=STRING   # SourceLine
           ;
ruleRefs   : ruleRef (',' ruleRef)* ;
ruleRef    : id=name ('(' setting (',' setting)* ')')? ;
setting    : id=name alt ;

// --- items --------------------------------------------------------------------------------------------
item
  : 'option' id=name title=STRING? alts                                                           # OptionItem
  | 'if' cond '{' item* '}'                                                                       # LinkedItem
  | 'define' id=name ('is' predicate=name 'when' cond | ('of' owner=name)? 'as' body)             # DefineItem
  | 'extend' id=name ('of' owner=name)? 'with' body                                               # ExtendItem
  | 'never' set                                                                                   # NeverItem
  | word=('feature' | 'figure' | 'marker') id=name ('(' plural=name ')')? title=STRING? ('like' parentKind=name)? props?
                                                                                                  # KindItem
  | word=('deck' | 'bag' | 'zone') id=name arrangement=('circle' | 'returns')? (('of' | 'on') owner=name)? '{' entry* '}'
                                                                                                  # PileItem
  | word=('flag' | 'number' | 'link') id=name ('on' holder=name ('to' target=name)?)? ('cleared' 'when' event)?
                                                                                                  # StateItem
  | 'tile' id=tileId title=STRING? ('known' 'as' foreign (',' foreign)*)? '{' segment* '}'        # TileItem
  | 'tileset' id=name ('in' holder=name)? ('starts' first=tileId)? ('ends' last=tileId)? ('before' later=names)?
    '{' tileCount* '}'                                                                            # TilesetItem
  | 'turn' '{' round* '}'                                                                         # TurnItem
  | 'final' '{' step* '}'                                                                         # FinalItem
  | round                                                                                         # RoundItem
  | 'step' id=name title=STRING? 'in' within=name orderClause menu?                               # StepItem
  | 'ranking' id=name 'of' ranked=name '{' rank* '}'                                              # RankingItem
  | 'group' members=names 'of' ranked=name                                                        # GroupItem
  | word=('score' | 'rule' | 'offer') id=name title=STRING? ('in' groups=names)? block            # RuleItem
  | 'forbid' targets=names reason=STRING block                                                    # ForbidItem
  | 'allow' finding=name reason=STRING                                                            # AllowItem
  | 'modify' word=('deck' | 'bag') id=name '{' entry+ '}'                                         # MoreItem
  | 'modify' targets=names (props | block)                                                        # ModifyItem
  | 'scenario' title=STRING '{' scene* '}'                                                        # ScenarioItem
  ;

body
  : expr                  # NumberBody    // a bare ref too: sema knows whether it is a number or a set
  | phrase 'where' cond   # FilteredBody
  | set (',' set)+        # UnionBody
  ;

props : '{' prop+ '}' ;
prop
  : 'supply' INT                                                  # SupplyProp
  | 'votes' amount                                                # VotesProp
  | 'neutral'                                                     # NeutralProp
  | 'alone'                                                       # AloneProp
  | 'stays'                                                       # StaysProp
  | 'from' id=name                                                # FromProp
  | 'on' names                                                    # OnProp
  | 'in' names                                                    # InProp
  | 'has' id=name alt ('to' most=INT | ('|' alt)*)                # HasProp    // to: from a number, says the tree
  | 'joins' INT? id=name ('of' 'same' same=name)?                 # JoinsProp
  | 'adds' id=name across=name                                    # AddsProp
  | 'parts' id=name                                               # PartsProp
  | 'completed' 'when' cond                                       # CompletedProp
  ;

entry     : id=name INT? attrs? ;
attrs     : '(' attr (',' attr)* ')' ;
attr      : (id=name | onWord='on') alt ;

foreign   : STRING ('turned' INT)? ;
segment   : id=name attrs? SIDE* ('with' mark (',' mark)*)? touch* ;
mark      : INT? id=name attrs? ;
touch     : word=('touches' | 'shares') id=name SIDE+ ;
tileCount : tileId INT place? ;

round     : 'round' id=name title=STRING? '{' step* '}' ;
step      : 'step' id=name title=STRING? menu? (due=('lists' | 'settles') 'due')? ;
menu      : 'offers' often=('one' | 'any') ;

// --- the lines of a rule ------------------------------------------------------------------------------
block : '{' clause* '}' ;
clause
  : 'when' event                                                                          # WhenClause
  | 'at' names                                                                            # AtClause
  | side=('before' | 'after') names 'scored'                                              # AroundClause
  | 'each' set ('from' ref)?                                                              # EachClause
  | 'repeat' INT id=name 'from' ref                                                       # RepeatClause
  | 'if' cond block?                                                                      # IfClause
  | 'once' 'per' id=name 'chosen' 'by' chooser                                            # OnceClause
  | 'may' ('by' chooser title=STRING? | choice)                                           # MayClause
  | choice                                                                                # ChooseClause
  | orderClause                                                                           # OrderLine
  | 'over' names                                                                          # OverClause
  | 'limit' INT 'per' id=name                                                             # LimitClause
  | 'for' set                                                                             # ForClause
  | ('instead' 'of' replaced=STRING)? row                                                 # RowClause
  | 'without' title=STRING                                                                # WithoutClause
  | 'sum' id=name 'over' set block                                                        # SumClause
  | 'ties' tie                                                                            # TiesClause
  | 'mark' id=name                                                                        # MarkClause
  | rank                                                                                  # RankClause
  | 'then' effect                                                                         # ThenClause
  | 'cite' names                                                                          # CiteClause
  | 'allow' finding=name reason=STRING                                                    # AllowClause
  ;
choice      : 'choose' id=name ('as' alias=name)? 'from' choices 'by' chooser ;
choices     : set                        # ThingChoices
            | STRING (',' STRING)+       # TextChoices
            | least=expr 'to' most=expr  # NumberChoices
            ;
orderClause : 'order' ('after' later=names)? ('before' earlier=names)? ;
rank        : 'most' expr title=STRING?      # MostRank
            | 'prefer' cond title=STRING?    # PreferRank
            ;
tie         : 'all'                                              # TieAll
            | 'nobody'                                           # TieNobody
            | 'split' 'rounding' direction=('up' | 'down')       # TieRounded
            | 'split' 'odd' 'to' chooser                         # TieOdd
            ;
chooser     : 'best' 'value'             # BestChooser
            | set ('otherwise' ref)?     # SetChooser
            ;
event       : subject=name verb=name ('to' target=name | STRING)? ;

row         : (verb=('points' | 'extra') | 'count' counted=name) change title=STRING? ;
change      : amount                                     # AddChange
            | 'is' amount                                # IsChange
            | 'doubled'                                  # DoubledChange
            | 'halved' 'rounding' direction=('up' | 'down')   # HalvedChange
            | 'times' amount                             # TimesChange
            | 'at' bound=('least' | 'most') amount       # ClampChange
            ;
amount      : expr ('per' set)? ;

effect
  : 'return' set                                                        # ReturnEffect
  | 'move' set ('to' ref | 'by' expr)                                   # MoveEffect
  | 'give' set 'to' ref                                                 # GiveEffect
  | ref 'is' 'now' expr                                                 # BecomesEffect
  | word=('draw' | 'take') id=name 'from' source=ref ('to' target=ref)? ('until' event)?  # DrawEffect
  | 'put' ref 'under'                                                   # PutEffect
  | 'deal' set 'to' ref                                                 # DealEffect
  | 'pay' expr 'from' source=ref 'to' target=ref                        # PayEffect
  | 'score' id=name 'for' ref                                           # ScoreEffect
  | 'play' nested='round'? id=name ('to' last=name)? ('by' ref)?        # PlayEffect
  | 'turn' ref 'into' id=name                                           # TurnEffect
  | 'cancel'                                                            # CancelEffect
  ;

// --- things, sets, numbers, conditions ----------------------------------------------------------------
set      : phrase ('where' cond)? ('with' 'most' expr)? ;
phrase   : ref | '(' set ')' ;
ref      : head=name ('as' alias=name)? relation* limit? ;
relation : rel=('of' | 'on' | 'in' | 'touching') (id=name | '(' set ')') ;
limit    : ('up' 'to' | atWord='at') (INT | '(' expr ')') ;

cond
  : 'not' cond                                                          # NotCond
  | cond 'and' cond                                                     # AndCond
  | cond 'or' cond                                                      # OrCond
  | word=('any' | 'no') phrase                                          # AnyCond
  | 'playing' id=name                                                   # PlayingCond
  | lhs=expr op=('=' | '<' | '>' | '<=' | '>=') rhs=expr                # CompareCond
  | lhs=expr isWord='is' negation='not'? (complement=ref | value=INT | 'multiple' 'of' factor=INT)
                                                                        # IsCond    // the tree takes a ref only
  | '(' cond ')'                                                        # GroupCond
  ;

expr
  : '-' expr                                                            # NegateExpr
  | expr '*' expr                                                       # MultiplyExpr
  | expr op=('+' | '-') expr                                            # AddExpr
  | 'number' 'of' phrase                                                # CountExpr
  | 'sum' 'of' expr 'over' phrase                                       # SumExpr
  | word=('largest' | 'smallest') expr 'over' phrase                    # ExtremeExpr
  | 'half' 'of' expr 'rounded' direction=('up' | 'down')                # HalfExpr
  | 'table' expr '{' tableRow+ 'more' ':' more=INT '}'                  # TableExpr
  | 'value' 'of' id=name 'for' subject=ref ('to' target=ref)?           # ValueExpr
  | '(' expr ')'                                                        # GroupExpr
  | INT                                                                 # IntegerExpr
  | ref                                                                 # RefExpr
  ;
tableRow : 'up' 'to' least=INT ':' worth=INT ;

// --- scenarios ----------------------------------------------------------------------------------------
scene
  : 'rules' ruleRefs                    # RulesScene
  | 'players' names                     # PlayersScene
  | 'board' '{' placed* '}'             # BoardScene
  | 'given' cond                        # GivenScene
  | 'step' id=name                      # StepScene
  | 'play' '{' move* '}'                # PlayScene
  | 'expect' expected                   # ExpectScene
  | 'cite' names                        # CiteScene
  ;
expected
  : 'that' cond                                                         # ThatExpected
  | player=name 'nothing'                                               # NothingExpected
  | player=name sint? 'from' id=name ('=' expectedRow ('+' expectedRow)*)?   # FromExpected
  | player=name 'total' sint                                            # TotalExpected
  | player=name 'refused' 'by' id=name reason=STRING?                   # RefusedExpected
  | player=name negation='not'? 'offered' id=name                       # OfferedExpected
  ;
expectedRow : sint STRING ;
placed      : tileId place ('with' stand)* ;
move
  : player=name 'places' tileId place ('with' stand)?                   # PlacesMove
  | player=name 'does' id=name ('with' bind (',' bind)*)?               # DoesMove
  | player=name 'answers' id=name 'with' bind                           # AnswersMove
  | player=name 'passes'                                                # PassesMove
  | player=name 'draws' drawn=tileId 'from' pile=name                   # DrawsMove
  | 'step' id=name                                                      # StepMove
  | player=name 'ends'                                                  # EndsMove
  ;
bind  : (player=name)? id=name INT? SIDE* place?   # ThingBind
      | STRING                      # TextBind
      | INT                         # IntegerBind
      | 'no'                        # NoBind
      | place                       # PlaceBind
      ;
stand : (player=name)? figure=name 'on' feature=name SIDE* place? ;   // no player: a neutral figure, or the mover's
place : 'at' x=sint y=sint ('turned' INT)? ;
sint  : '-'? INT ;

// --- words --------------------------------------------------------------------------------------------
tileId : name | SIDE ;
names  : name (',' name)* ;
alts   : alt ('|' alt)* ;
alt    : name | INT ;
name   : ID | soft ;
soft
  : 'tile' | 'step' | 'round' | 'turn' | 'feature' | 'figure' | 'marker' | 'value' | 'mark' | 'draw' | 'deck' | 'bag'
  | 'zone' | 'group' | 'link' | 'flag' | 'players' | 'score' | 'rule' | 'source' | 'board' | 'option' | 'known' | 'most'
  | 'all' | 'nobody' | 'nothing' | 'due' | 'over' | 'circle' | 'starts' | 'supply' | 'table' | 'rules' | 'play' | 'one'
  | 'scored' | 'completed' | 'neutral' | 'alone' | 'same' | 'up' | 'down' | 'more' | 'best' | 'now' | 'odd' | 'cancel'
  | 'points' | 'votes' | 'offer' | 'offers' | 'forbid' | 'repeat' | 'stays' | 'returns' | 'ends' | 'final' | 'total'
  | 'offered' | 'refused' | 'allow' | 'uses'
  | 'that' | 'places' | 'does' | 'answers' | 'passes' | 'draws' | 'ranking' | 'scenario' | 'ruleset' | 'needs' | 'split'
  | 'lists' | 'settles' | 'given' | 'expect'
  ;

SIDE        : [NESW] [LR]? | 'I' 'I'? ;
ID          : [a-zA-Z_] [a-zA-Z0-9_]* ([.-] [a-zA-Z0-9_]+)* ;
INT         : [0-9]+ ;
STRING      : '"' (~["\\\r\n] | '\\' ~[\r\n])* '"' ;
OPEN_STRING : '"' (~["\\\r\n] | '\\' ~[\r\n])* ;
COMMENT     : '#' ~[\r\n]* -> channel(HIDDEN) ;
WS          : [ \t\r\n]+ -> channel(HIDDEN) ;
UNKNOWN     : . ;
