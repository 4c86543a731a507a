// Makes the calls that it reads from stdin, one JSON object per line, with the Go SDK, and prints one line of JSON for each.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"

	"github.com/cloudflare/cloudflare-go/v7/accounts"
	"github.com/cloudflare/cloudflare-go/v7/alerting"
	"github.com/cloudflare/cloudflare-go/v7/filters"
	"github.com/cloudflare/cloudflare-go/v7/firewall"
	"github.com/cloudflare/cloudflare-go/v7/load_balancers"
	"github.com/cloudflare/cloudflare-go/v7/logpush"
	"github.com/cloudflare/cloudflare-go/v7/option"
	"github.com/cloudflare/cloudflare-go/v7/page_rules"
	"github.com/cloudflare/cloudflare-go/v7/rulesets"
	"github.com/cloudflare/cloudflare-go/v7/user"
	"github.com/cloudflare/cloudflare-go/v7/zones"
)

// services are the parts of the client that calls name. The whole client takes ten minutes to compile.
func services(options []option.RequestOption) any {
	return struct {
		Accounts      *accounts.AccountService
		Alerting      *alerting.AlertingService
		Filters       *filters.FilterService
		Firewall      *firewall.FirewallService
		LoadBalancers *load_balancers.LoadBalancerService
		Logpush       *logpush.LogpushService
		PageRules     *page_rules.PageRuleService
		Rulesets      *rulesets.RulesetService
		User          *user.UserService
		Zones         *zones.ZoneService
	}{
		accounts.NewAccountService(options...),
		alerting.NewAlertingService(options...),
		filters.NewFilterService(options...),
		firewall.NewFirewallService(options...),
		load_balancers.NewLoadBalancerService(options...),
		logpush.NewLogpushService(options...),
		page_rules.NewPageRuleService(options...),
		rulesets.NewRulesetService(options...),
		user.NewUserService(options...),
		zones.NewZoneService(options...),
	}
}

type call struct {
	Operation string                     `json:"operation"`
	BaseURL   string                     `json:"baseUrl"`
	Token     string                     `json:"token"`
	Path      [][2]any                   `json:"path"`
	Query     map[string]json.RawMessage `json:"query"`
	Body      json.RawMessage            `json:"body"`
	Retries   int                        `json:"retries"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var asked call
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			panic(err)
		}
		printed, err := json.Marshal(answer(asked))
		if err != nil {
			panic(err)
		}
		fmt.Println(string(printed))
	}
}

func answer(asked call) (told map[string]any) {
	defer func() {
		if fault := recover(); fault != nil {
			told = map[string]any{"fault": fmt.Sprint(fault)}
		}
	}()
	options := []option.RequestOption{
		option.WithBaseURL(asked.BaseURL), option.WithAPIToken(asked.Token), option.WithMaxRetries(asked.Retries),
	}
	result, err := invoke(reflect.ValueOf(services(options)), asked)
	if err != nil {
		return failure(err)
	}
	faults := []string{}
	check(reflect.ValueOf(result), "", &faults)
	raw, err := json.Marshal(rawOf(reflect.ValueOf(result)))
	if err != nil {
		return map[string]any{"fault": err.Error()}
	}
	return map[string]any{"result": json.RawMessage(raw), "faults": faults}
}

// failure reads the error of the SDK, whose name only the package of the whole client exports.
func failure(err error) map[string]any {
	refused := reflect.Indirect(reflect.ValueOf(err))
	if refused.Kind() != reflect.Struct || refused.Type().Name() != "Error" || !refused.FieldByName("StatusCode").IsValid() {
		return map[string]any{"fault": err.Error()}
	}
	codes := []int64{}
	entries := refused.FieldByName("Errors")
	for at := 0; at < entries.Len(); at++ {
		codes = append(codes, entries.Index(at).FieldByName("Code").Int())
	}
	return map[string]any{"refusal": map[string]any{"status": refused.FieldByName("StatusCode").Int(), "codes": codes}}
}

// invoke finds the method that `load_balancers.pools.create` names, and gives it the path, the query and the body.
func invoke(service reflect.Value, asked call) (any, error) {
	names := strings.Split(asked.Operation, ".")
	for _, name := range names[:len(names)-1] {
		service = member(service, name)
	}
	verb := names[len(names)-1]
	if verb == "create" {
		verb = "new"
	}
	method, isPaged := find(service, verb+"AutoPaging"), true
	if !method.IsValid() {
		method, isPaged = find(service, verb), false
	}
	if !method.IsValid() {
		panic("the SDK has no " + asked.Operation)
	}
	given := map[string]json.RawMessage{}
	for name, value := range asked.Query {
		given[name] = value
	}
	positional := []string{}
	for _, part := range asked.Path {
		name, value := fmt.Sprint(part[0]), fmt.Sprint(part[1])
		given[name], _ = json.Marshal(value)
		if name != "account_id" && name != "zone_id" {
			positional = append(positional, value)
		}
	}
	arguments := []reflect.Value{reflect.ValueOf(context.Background())}
	kind := method.Type()
	for at := 1; at < kind.NumIn()-1; at++ {
		argument := reflect.New(kind.In(at)).Elem()
		if argument.Kind() == reflect.Struct {
			fill(argument, given)
		} else {
			if len(positional) == 0 {
				panic("the SDK takes more of the path than the call has")
			}
			text, _ := json.Marshal(positional[0])
			if argument.Kind() != reflect.String {
				text = []byte(positional[0])
			}
			if err := json.Unmarshal(text, argument.Addr().Interface()); err != nil {
				panic(err)
			}
			positional = positional[1:]
		}
		arguments = append(arguments, argument)
	}
	if asked.Body != nil {
		arguments = append(arguments, reflect.ValueOf(option.WithRequestBody("application/json", []byte(asked.Body))))
	}
	results := method.Call(arguments)
	if isPaged {
		return pages(results[0])
	}
	last := results[len(results)-1]
	if !last.IsNil() {
		return nil, last.Interface().(error)
	}
	if len(results) == 1 {
		return nil, nil
	}
	return results[0].Interface(), nil
}

func pages(pager reflect.Value) (any, error) {
	items := []any{}
	for pager.MethodByName("Next").Call(nil)[0].Bool() {
		items = append(items, pager.MethodByName("Current").Call(nil)[0].Interface())
	}
	if failed := pager.MethodByName("Err").Call(nil)[0]; !failed.IsNil() {
		return nil, failed.Interface().(error)
	}
	return items, nil
}

// fill sets the fields of parameters whose tags name what is given.
func fill(parameters reflect.Value, given map[string]json.RawMessage) {
	for at := 0; at < parameters.NumField(); at++ {
		tags := parameters.Type().Field(at).Tag
		for _, kind := range []string{"path", "query"} {
			name, _, _ := strings.Cut(tags.Get(kind), ",")
			if value, isGiven := given[name]; isGiven && name != "" {
				set(parameters.Field(at), value)
			}
		}
	}
}

func set(field reflect.Value, sent json.RawMessage) {
	value := field.FieldByName("Value")
	field.FieldByName("Present").SetBool(true)
	if value.Kind() == reflect.Struct {
		members := map[string]json.RawMessage{}
		if err := json.Unmarshal(sent, &members); err != nil {
			panic(err)
		}
		fill(value, members)
		return
	}
	if err := json.Unmarshal(sent, value.Addr().Interface()); err != nil {
		field.FieldByName("Raw").Set(reflect.ValueOf(sent))
	}
}

// check collects the members of an answer that are not of the SDK's type, and those that it requires and that are missing.
func check(value reflect.Value, at string, faults *[]string) {
	for value.Kind() == reflect.Pointer || value.Kind() == reflect.Interface {
		if value.IsNil() {
			return
		}
		value = value.Elem()
	}
	switch value.Kind() {
	case reflect.Slice:
		for index := 0; index < value.Len(); index++ {
			check(value.Index(index), fmt.Sprintf("%s/%d", at, index), faults)
		}
	case reflect.Map:
		for _, key := range value.MapKeys() {
			check(value.MapIndex(key), fmt.Sprintf("%s/%v", at, key), faults)
		}
	case reflect.Struct:
		if union := pointerTo(value).MethodByName("AsUnion"); union.IsValid() {
			check(union.Call(nil)[0], at, faults)
			return
		}
		known := value.FieldByName("JSON")
		if !known.IsValid() {
			return
		}
		for index := 0; index < value.NumField(); index++ {
			field := value.Type().Field(index)
			name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
			state := known.FieldByName(field.Name)
			if name == "" || name == "-" || !state.IsValid() || !field.IsExported() {
				continue
			}
			here := at + "/" + name
			tag := options + field.Tag.Get("api")
			is := func(question string) bool { return state.MethodByName(question).Call(nil)[0].Bool() }
			if is("IsInvalid") {
				*faults = append(*faults, here+" is not a "+field.Type.String())
			}
			if is("IsMissing") && strings.Contains(tag, "required") && !strings.Contains(tag, "nullable") {
				*faults = append(*faults, here+" is missing")
			}
			if is("IsMissing") || is("IsNull") {
				continue
			}
			word := value.Field(index).MethodByName("IsKnown")
			if word.IsValid() && field.Type.Kind() == reflect.String && !word.Call(nil)[0].Bool() {
				*faults = append(*faults, fmt.Sprintf("%s is an unknown word: %v", here, value.Field(index)))
			}
			check(value.Field(index), here, faults)
		}
	}
}

func pointerTo(value reflect.Value) reflect.Value {
	pointer := reflect.New(value.Type())
	pointer.Elem().Set(value)
	return pointer
}

// rawOf is an answer as it was received.
func rawOf(value reflect.Value) any {
	for value.IsValid() && (value.Kind() == reflect.Pointer || value.Kind() == reflect.Interface) && !value.IsNil() {
		value = value.Elem()
	}
	if !value.IsValid() {
		return nil
	}
	if value.Kind() == reflect.Slice {
		items := []any{}
		for index := 0; index < value.Len(); index++ {
			items = append(items, rawOf(value.Index(index)))
		}
		return items
	}
	if value.Kind() == reflect.Struct {
		if raw := value.FieldByName("JSON"); raw.IsValid() {
			return json.RawMessage(raw.MethodByName("RawJSON").Call(nil)[0].String())
		}
	}
	return value.Interface()
}

func member(service reflect.Value, name string) reflect.Value {
	for service.Kind() == reflect.Pointer {
		service = service.Elem()
	}
	found := service.FieldByNameFunc(func(field string) bool { return same(field, name) })
	if !found.IsValid() {
		panic("the SDK has no " + name)
	}
	return found
}

func find(service reflect.Value, verb string) reflect.Value {
	for at := 0; at < service.NumMethod(); at++ {
		if same(service.Type().Method(at).Name, verb) {
			return service.Method(at)
		}
	}
	return reflect.Value{}
}

// same says whether `load_balancers` is `LoadBalancers`.
func same(name string, snake string) bool {
	return strings.EqualFold(name, strings.ReplaceAll(snake, "_", ""))
}
